import json
import pathlib

import pytest
from matplotlib import pyplot

import planner

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"
SCENARIO, TWENTY = EXAMPLES / "untrusted-50k.json", EXAMPLES / "twenty-models.json"


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    pyplot.close("all")


@pytest.fixture(scope="module")
def plan():
    return planner.sessions(SCENARIO)


@pytest.fixture(scope="module")
def twenty():
    return planner.models(TWENTY)


def lengths(axes):
    return [bar.get_width() for bar in axes.patches]


def names(axes):
    return [label.get_text() for label in axes.get_yticklabels()]


def test_the_bars_of_cost_add_up_to_the_bill(plan):
    axes = plan.plot()
    assert sum(lengths(axes)) == pytest.approx(plan.usd_per_h)
    assert names(axes)[0] == "snippet (firecracker)" and names(axes)[-1] == "headroom"


def test_the_tornado_reaches_from_low_to_high_and_the_distribution_rises():
    plan = planner.sessions(SCENARIO, samples=64, seed=3)
    axes = plan.plot("tornado")
    shown = plan.uncertainty.numbers[:10]
    middle = plan.uncertainty.repriced_usd_per_h
    assert lengths(axes)[:len(shown)] == pytest.approx([n.usd_per_h_at_low - middle for n in shown])
    costs = plan.plot("distribution").lines[0].get_xdata()
    assert list(costs) == sorted(plan.uncertainty.usd_per_h_quantiles)


def test_without_samples_there_is_no_tornado(plan):
    with pytest.raises(ValueError, match="samples=1024"):
        plan.plot("tornado")


def test_density_is_that_of_the_comparison(plan):
    drawn = dict(zip(names(axes := plan.plot("density")), lengths(axes)))
    shares = {row.boundary: 100 * row.density_vs_container for row in plan.comparison if row.density_vs_container}
    assert drawn == pytest.approx(shares)


def test_models_lie_where_their_rate_and_load_time_are(twenty):
    axes = twenty.plot("residency")
    named = [dots for dots in axes.collections if dots.get_label() in ("resident", "on demand")]
    drawn = {tuple(point) for dots in named for point in dots.get_offsets().tolist()}
    assert drawn == {(s.requests_per_h, s.load_s) for s in twenty.services}


def test_marks_and_line_of_break_even_are_those_of_the_plan(twenty):
    lines = {line.get_label(): line.get_xydata() for line in twenty.plot("residency").lines}
    assert lines["break-even of the model"].tolist() == [[s.break_even_requests_per_h, s.load_s] for s in twenty.services]
    name = next(label for label in lines if label.startswith("break-even of 1 "))
    same = next(s for s in twenty.services if (s.gpu, s.gpus_per_replica, s.card_share) == (name.split()[-1], 1, 1))
    for rate, load in lines[name]:
        assert rate * load == pytest.approx(same.break_even_requests_per_h * same.load_s)


def test_the_cost_of_models_is_drawn_whole(twenty):
    for plan in (twenty, planner.models(EXAMPLES / "seldom-used-models.json")):  # the second one's requests wait, too
        assert sum(lengths(plan.plot("cost"))) == pytest.approx(plan.usd_per_h)
    assert plan.wait_usd_per_h > 0 and plan.plot("cost").get_title() == "10 models on 1 host for 55 USD/h"


def test_alternatives_side_by_side():
    compared = planner.whatif(SCENARIO, {"sessions.policy.zones": 2})
    assert lengths(compared.plot("hosts")) == [compared.before.hosts, compared.alternatives[0].plan.hosts]
    assert list(compared.to_frame().index) == ["before", "changed"]


def test_a_sweep_has_a_line_for_each_of_the_other_values():
    rows = planner.sweep(SCENARIO, {"sessions.classes.snippet.concurrent": [10_000, 20_000], "sessions.policy.zones": [2, 3]})
    axes = rows.plot("hosts")
    assert [line.get_label() for line in axes.lines] == ["zones 2", "zones 3"]
    assert list(axes.lines[1].get_ydata()) == [rows[1].hosts, rows[3].hosts]
    assert rows._repr_html_().count("<tr") == 5


@pytest.mark.parametrize("answer, name, some", [
    (planner.sessions, "uncertain-sessions", {"firecracker.loss.syscalls.fraction", "kata-fc.loss.syscalls.fraction", "agent.memory"}),
    (planner.models, "uncertain-models", {"Qwen3-32B.demand.0.requests_per_s", "gemma-3-27b.demand.0.requests_per_s",
                                          "vllm@0.19.graphs.per_layer", "efficiency/any.decode_error"}),
])
def test_names_in_the_tornado_say_whose_number_it_is(answer, name, some):
    shown = names(answer(EXAMPLES / f"{name}.json", samples=64, seed=3).plot("tornado"))
    assert some <= set(shown) and len(set(shown)) == len(shown)


def test_lines_of_a_sweep_are_named_by_what_they_vary():
    memory = {f"sessions.classes.{i}.memory": ["512 MiB", "1 GiB"] for i in (0, 1)}
    rows = planner.sweep(EXAMPLES / "two-trust-levels.json", {"sessions.policy.zones": [1, 2], **memory})
    labels = [line.get_label() for line in rows.plot().lines]
    assert labels[1] == "classes.0.memory 512 MiB, classes.1.memory 1 GiB" and len(set(labels)) == 4


def test_points_without_a_plan_are_marked():
    rows = planner.sweep(EXAMPLES / "two-trust-levels.json", {"sessions.policy.zones": [2, -1], "sessions.classes.0.memory": ["1 GiB", "90 TiB"]})
    assert [row.status for row in rows] == ["ok", "infeasible", "refused", "refused"]
    lines = {line.get_label(): line.get_xydata().tolist() for line in rows.plot("hosts").lines}
    assert lines["infeasible"] == [[2, 0]] and lines["refused"] == [[-1, 0]]
    assert lines["classes.0.memory 1 GiB"][0] == [2, rows[0].hosts]


def test_lists_are_drawn_side_by_side():
    rows = planner.sweep(SCENARIO, {"sessions.hosts": [["aws/m7i.metal-48xl"], ["aws/m7i.metal-24xl", "aws/m7i.metal-48xl"]]})
    axes = rows.plot("hosts")
    assert [label.get_text() for label in axes.get_xticklabels()] == ["aws/m7i.metal-48xl", "aws/m7i.metal-24xl, aws/m7i.metal-48xl"]
    assert axes.lines[0].get_xydata().tolist() == [[0, rows[0].hosts], [1, rows[1].hosts]]


def test_a_figure_that_there_is_not_is_said():
    rows = planner.sweep(SCENARIO, {"sessions.policy.zones": [2, 3]})
    with pytest.raises(ValueError, match="no figure 'host' to draw; known: usd_per_h, hosts, "):
        rows.plot("host")
    with pytest.raises(ValueError, match="'zones' is not varied; varied: sessions.policy.zones"):
        rows.plot(x="zones")
    with pytest.raises(ValueError, match="no figure 'status' to draw; known: usd_per_h, hosts, "):
        planner.whatif(SCENARIO, {"sessions.policy.zones": 2}).plot("status")


def test_it_draws_on_axes_that_it_is_given(plan):
    axes = pyplot.subplots()[1]
    assert plan.plot("cost", ax=axes) is axes


def test_what_cannot_be_drawn_is_said(plan, twenty):
    with pytest.raises(ValueError, match="no chart 'pie'; known: cost, density"):
        plan.plot("pie")
    with pytest.raises(ValueError, match="nothing to draw: the plan is infeasible"):
        planner.sessions(EXAMPLES / "does-not-fit.json").plot()
    scenario = json.loads(TWENTY.read_text())
    del scenario["models"]["policy"]["wait_cost_usd_per_s"]
    with pytest.raises(ValueError, match="wait_cost_usd_per_s"):
        planner.models(scenario).plot("residency")
