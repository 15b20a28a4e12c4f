# Completion of planner's command line in bash: what may stand next is asked of planner itself.
_planner() {
  local line="${COMP_LINE:0:COMP_POINT}" words current
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] || ${#words[@]} -eq 0 ]] && words+=("")
  current=${words[-1]}
  local offers
  mapfile -t offers < <("${words[0]/#\~/$HOME}" complete "${words[@]:1}" 2>/dev/null)
  case ${offers[0]-} in
    :files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    :folders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
    *)
      [[ ${offers[0]-} == *= ]] && compopt -o nospace
      # bash replaces what stands behind the last = or : only
      local kept=${current%"${current##*[=:]}"}
      COMPREPLY=("${offers[@]#"$kept"}")
      ;;
  esac
}
complete -F _planner planner
