"""Pictures of plans, drawn on axes of matplotlib."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import nan
from typing import Any

# Okabe and Ito's palette: told apart with any colour vision, and in grey.
BLUE, ORANGE, GREEN, GREY = "#0072B2", "#E69F00", "#009E73", "#8A8A8A"


def new_axes() -> Any:
    """Axes of a figure of their own, wide enough for names at the side."""
    from matplotlib import pyplot

    return pyplot.subplots(figsize=(8, 4.5), layout="constrained")[1]


def session_cost(plan: Any, ax: Any) -> None:
    """What each class costs at peak, and what warm pools and headroom add."""
    costs: dict[str, float] = {}
    for tier in _drawable(plan, plan.tiers):
        name = f"{tier.class_} ({tier.boundary})"
        costs[name] = costs.get(name, 0) + tier.usd_per_h
    extras = {"warm pools": sum(pool.usd_per_h for pool in plan.warm_pools), "headroom": plan.headroom.usd_per_h}
    extras = {name: usd for name, usd in extras.items() if usd > 0}
    colours = [BLUE] * len(costs) + [GREY] * len(extras)
    _bars([*costs.items(), *extras.items()], colours, ax)
    ax.set(xlabel="USD/h", title=f"{_count(plan.hosts, 'host')} for {plan.usd_per_h:,.0f} USD/h")


def density(plan: Any, ax: Any) -> None:
    """How many sessions a host holds behind each boundary, against a plain container."""
    rows = [row for row in plan.comparison if row.density_vs_container is not None]
    rows.sort(key=lambda row: float(-row.density_vs_container))
    shares = {row.boundary: 100 * row.density_vs_container for row in _drawable(plan, rows)}
    colours = [BLUE if row.status == "ok" else GREY for row in rows]
    _bars(list(shares.items()), colours, ax)
    _legend({"allowed for every class": BLUE, "not allowed for some class": GREY}, ax)
    ax.set(xlabel="sessions per host, in % of a container's", title="Density behind each boundary")


def model_cost(plan: Any, ax: Any) -> None:
    """What the hosts of each model cost, the dearest on top; what its requests wait is not in the bill."""
    services = sorted(_drawable(plan, plan.services), key=lambda service: float(-service.usd_per_h))
    resident = [service.decision.startswith("resident") for service in services]
    costs = [(_short(service.service), service.usd_per_h) for service in services]
    _bars(costs, [BLUE if held else ORANGE for held in resident], ax)
    if not all(resident):
        _legend({"resident": BLUE, "on demand": ORANGE}, ax)
    ax.set(xlabel="USD/h", title=f"{_count(len(services), 'model')} on {_count(plan.hosts, 'host')} for {plan.usd_per_h:,.0f} USD/h")


def residency_map(plan: Any, ax: Any) -> None:
    """Each model's rate of requests against its load time; right of its break-even it is better held than loaded."""
    known = [s for s in plan.services if s.load_s and s.break_even_requests_per_h]
    if not known:
        raise ValueError("no break-even to draw: it needs `policy.wait_cost_usd_per_s` and the load times of the models")
    for held, colour in ((True, BLUE), (False, ORANGE)):
        points = [s for s in known if s.decision.startswith("resident") == held]
        if points:
            ax.scatter([s.requests_per_h for s in points], [s.load_s for s in points], color=colour, zorder=3,
                       label="resident" if held else "on demand")
    rates, loads = [s.break_even_requests_per_h for s in known], [s.load_s for s in known]
    ax.hlines(loads, rates, [s.requests_per_h for s in known], color=GREY, linewidth=0.6, alpha=0.6)
    ax.plot(rates, loads, "|", color=GREY, markersize=9, label="break-even of the model")
    heights = 0.7 * min(loads), 1.4 * max(loads)
    _break_even_line(known, heights, ax)
    ax.set(xscale="log", yscale="log", ylim=heights, xlabel="requests per hour, mean", ylabel="load time, s",
           title="Held or loaded for each request: right of its mark, holding a model costs less")
    ax.margins(x=0.15)
    ax.set_yticks(*_round_ticks(*heights), minor=False)
    ax.set_yticks([], minor=True)
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=4, frameon=False)
    _name_points([(s.requests_per_h, s.load_s, _short(s.service)) for s in known], ax)


def tornado(plan: Any, ax: Any) -> None:
    """What the plan costs with each number at its low and its high, all others typical; the largest swing on top."""
    told = _uncertainty(plan)
    numbers = [n for n in told.numbers if n.usd_per_h_at_low is not None and n.usd_per_h_at_high is not None][:10]
    middle = told.repriced_usd_per_h
    for end, colour in (("low", BLUE), ("high", ORANGE)):
        reach = [n[f"usd_per_h_at_{end}"] - middle for n in numbers]
        ax.barh(range(len(numbers)), reach, left=middle, color=colour, label=f"at its {end}")
    ax.axvline(middle, color=GREY, linewidth=0.8)
    ax.set_yticks(range(len(numbers)), labels=_number_names(plan, [n.number for n in numbers]))
    ax.invert_yaxis()
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False, loc="lower right")
    ax.set(xlabel="USD/h", title="What moves the cost")


def distribution(plan: Any, ax: Any) -> None:
    """The share of worlds that cost at most so much, with p10, p50 and p90."""
    told = _uncertainty(plan)
    costs = [usd for usd in told.usd_per_h_quantiles if usd is not None]
    ax.plot(costs, range(len(costs)), color=BLUE, drawstyle="steps-post")
    spread = told.designs[0].usd_per_h
    for name, place in (("p10", 10), ("p50", 50), ("p90", 90)):
        if spread[name] is not None:
            ax.plot([spread[name]], [place], "o", color=ORANGE)
            ax.annotate(f" {name}: {spread[name]:,.0f}", (spread[name], place), va="top")
    ax.axvline(plan.usd_per_h, color=GREY, linestyle="--", linewidth=0.8, label="with typical numbers")
    ax.legend(frameon=False, loc="lower right")
    ax.set(xlabel="USD/h", ylabel="% of the worlds cost at most that", title="How the cost is spread")


def _uncertainty(plan: Any) -> Any:
    told = plan.to_dict().get("uncertainty")
    if not told or not told["designs"]:
        raise ValueError("nothing is drawn: ask with `samples=1024`, and give ranges for what is not known exactly")
    return plan.uncertainty


def side_by_side(comparison: Any, figure: str, ax: Any) -> None:
    """A figure of the plan before and of each alternative."""
    plans = {"before": comparison.before, **{each.name: each.plan for each in comparison.alternatives}}
    _known_figure(figure, plans.values())
    values = {name: plan[figure] for name, plan in plans.items() if plan.status == "ok"}
    _bars(list(values.items()), [GREY if name == "before" else BLUE for name in values], ax)
    ax.set(xlabel=_title(figure))


def sweep_lines(rows: Any, x: str, figure: str, ax: Any) -> None:
    """A figure against a varied value, a line for each combination of the other varied values."""
    if x not in rows.paths:
        raise ValueError(f"{x!r} is not varied; varied: {', '.join(rows.paths)}")
    _known_figure(figure, rows, {"point", *rows.paths})
    place = _places([row[x] for row in rows], ax)
    lines: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        others = ", ".join(f"{_short_path(path)} {_text(row[path])}" for path in rows.paths if path != x)
        lines.setdefault(others, []).append((place[_text(row[x])], nan if row[figure] is None else row[figure]))
    for name, points in lines.items():
        ax.plot(*zip(*points), marker="o", markersize=4, label=name)
    marked = _mark_unanswered(rows, x, place, ax)
    ax.set(xlabel=x, ylabel=_title(figure))
    ax.set_ylim(bottom=0)
    if len(lines) > 1 or marked:
        ax.legend(frameon=False)


def _places(values: list[Any], ax: Any) -> dict[str, float]:
    """Where each value stands along the axis: numbers at themselves, anything else side by side in its own words."""
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        return {_text(value): value for value in values}
    words = list(dict.fromkeys(map(_text, values)))
    ax.set_xticks(range(len(words)), labels=words)
    return {word: index for index, word in enumerate(words)}


def _mark_unanswered(rows: Any, x: str, place: Mapping[str, float], ax: Any) -> bool:
    """Marks on the axis where some point has no plan, by the reason; whether there are any."""
    marks = {status: {place[_text(row[x])] for row in rows if row.status == status} for status in ("infeasible", "refused")}
    for (status, places), marker in zip(marks.items(), "xX"):
        if places:
            ax.plot(sorted(places), [0] * len(places), marker, color="black", label=status, clip_on=False, linestyle="none")
    return any(marks.values())


def _known_figure(figure: str, rows: Iterable[Any], others: Iterable[str] = ()) -> None:
    """Refuses a figure that no row has as a number."""
    numbers = dict.fromkeys(name for row in rows for name, value in row.items() if isinstance(value, (int, float)))
    known = [name for name in numbers if name not in set(others)]
    if figure not in known:
        raise ValueError(f"no figure {figure!r} to draw; known: {', '.join(known) or 'none, there is no plan'}")


def _number_names(plan: Any, paths: list[str]) -> list[str]:
    """Paths of numbers without the list that they are from; of a service its name in place of its index."""
    names = [_short(service.service) for service in plan.services] if "services" in plan else []
    short = [re.sub(r"^services\.(\d+)", lambda found: names[int(found[1])], _short_path(path)) for path in paths]
    short = [re.sub(r"^(boundaries|engines|efficiencies|classes)\.", "", name) for name in short]
    return short if len(set(short)) == len(short) else paths


def _short_path(path: str) -> str:
    return re.sub(r"^(sessions\.|models\.)?(policy\.)?", "", path)


def _text(value: Any) -> str:
    return ", ".join(map(_text, value)) if isinstance(value, list) else str(value)


def _count(number: float, noun: str) -> str:
    return f"{number:,.0f} {noun}{'' if number == 1 else 's'}"


def _drawable(plan: Any, rows: list[Any]) -> list[Any]:
    if not rows:
        raise ValueError(f"nothing to draw: the plan is {plan.status}")
    return rows


def _bars(values: list[tuple[str, float]], colours: Iterable[str], ax: Any) -> None:
    """Bars with their names at the side and their values at the end, the first on top."""
    lengths = [length for _, length in values]
    bars = ax.barh(range(len(values)), lengths, color=list(colours))
    ax.bar_label(bars, labels=[f"{length:,.0f}" if abs(length) >= 10 else f"{length:.3g}" for length in lengths], padding=3)
    ax.set_yticks(range(len(values)), labels=[name for name, _ in values])
    ax.invert_yaxis()
    ax.margins(x=0.12)
    ax.spines[["top", "right"]].set_visible(False)


def _legend(colours: Mapping[str, str], ax: Any) -> None:
    from matplotlib.patches import Patch

    ax.legend(handles=[Patch(color=colour, label=name) for name, colour in colours.items()], frameon=False, loc="lower right")


def _break_even_line(services: list[Any], heights: tuple[float, float], ax: Any) -> None:
    """Where models that are as dear to hold break even: rate times load time is the same (docs/design/on-demand.md). Of
    the kinds of replica the line of the most frequent one is drawn."""
    kinds = [(s.gpu, s.gpus_per_replica, s.card_share) for s in services]
    kind = max(kinds, key=lambda kind: (kinds.count(kind), kind))
    service = services[kinds.index(kind)]
    product = service.break_even_requests_per_h * service.load_s
    share = "" if kind[2] == 1 else f"{100 * kind[2]:.0f} % of "
    ax.plot([product / load for load in heights], heights, linestyle="--", color=GREY, label=f"break-even of {share}{kind[1]:g} {kind[0]}")


def _round_ticks(low: float, high: float) -> tuple[list[float], list[str]]:
    """1, 2 and 5 times powers of ten between these."""
    ticks = [digit * 10.0**power for power in range(-2, 5) for digit in (1, 2, 5)]
    shown = [tick for tick in ticks if low <= tick <= high]
    return shown, [f"{tick:g}" for tick in shown]


def _name_points(points: list[tuple[float, float, str]], ax: Any) -> None:
    """Names beside their points, on the side where they cover no other name."""
    sides = [(5, -3, "left"), (-5, -3, "right"), (0, 5, "center"), (0, -11, "center"), (5, 6, "left"), (-5, -13, "right")]
    ax.figure.canvas.draw()  # settles where the axes are
    taken: list[Any] = []
    for x, y, name in sorted(points, key=lambda point: (point[1], point[0])):
        for dx, dy, align in sides:
            label = ax.annotate(name, (x, y), xytext=(dx, dy), textcoords="offset points", fontsize=7, ha=align)
            box = label.get_window_extent()
            inside = ax.bbox.x0 < box.x0 and box.x1 < ax.bbox.x1
            if inside and not any(box.overlaps(other) for other in taken):
                break
            label.remove()
        else:
            label = ax.annotate(name, (x, y), xytext=sides[0][:2], textcoords="offset points", fontsize=7)
        taken.append(label.get_window_extent())


def _short(name: str) -> str:
    return name.rpartition("/")[2]


def _title(figure: str) -> str:
    return figure.replace("usd_per_h", "USD/h").replace("_", " ")
