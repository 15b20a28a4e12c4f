# Chart.js draws the charts of `planner report`. Its text, with its licence, becomes part of the library and of each page.
find_file(PLANNER_CHART_JS chart.min.js PATHS /usr/share/javascript/chart.js NO_DEFAULT_PATH
          DOC "Chart.js 3.9, chart.min.js")
find_file(PLANNER_CHART_LICENCE copyright PATHS /usr/share/doc/libjs-chart.js NO_DEFAULT_PATH
          DOC "Licence of Chart.js")
if(NOT PLANNER_CHART_JS OR NOT PLANNER_CHART_LICENCE)
  message(FATAL_ERROR "Chart.js is missing. On Debian: apt-get install libjs-chart.js. "
                      "Elsewhere: -D PLANNER_CHART_JS=chart.min.js -D PLANNER_CHART_LICENCE=LICENSE.md of its release 3.9.")
endif()
