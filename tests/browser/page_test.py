"""The pages of `planner report` in headless Chromium, at the width of a phone and of a desktop.

    page_test.py ROOT PLANNER [--pictures FOLDER]
"""

import argparse
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

WIDTHS = {"phone": 390, "desktop": 1280}
MARKUP = "</script><img src=x onerror=\"document.title='hit'\"><b>bold</b> & co"

# Runs first in the page: keeps what goes wrong.
WATCH = """<script>
window.faults = [];
window.addEventListener("error", (event) => window.faults.push(event.message));
document.addEventListener("securitypolicyviolation", (event) => window.faults.push("fetches " + event.blockedURI));
</script>"""

# Runs last in the page: tells the page around it what is to be seen.
LOOK = """<script>
window.addEventListener("load", () => setTimeout(() => {
  const drawn = [...document.querySelectorAll("canvas")].map((canvas) => {
    const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    return data.some((value, i) => i % 4 === 3 && value > 0) && canvas.getBoundingClientRect().width;
  });
  const wide = [...document.querySelectorAll("main > *, figure, canvas")]
    .filter((part) => part.getBoundingClientRect().right > innerWidth + 1).map((part) => part.tagName);
  const closed = document.querySelectorAll("main > details:not([open])").length;
  window.dispatchEvent(new Event("beforeprint"));
  const closed_on_paper = document.querySelectorAll("main > details:not([open])").length;
  parent.postMessage({ width: innerWidth, page: document.documentElement.scrollWidth, faults, drawn, wide, closed, closed_on_paper,
    title: document.title, heading: document.querySelector("h1").textContent, answer: document.querySelector(".answer p").textContent,
    images: document.images.length, bold: document.querySelectorAll("td b, li b").length,
    steps: document.querySelectorAll(".steps details").length, sources: document.querySelectorAll(".steps ol li").length,
    text: document.body.innerText }, "*");
}, 500));
</script>"""

AROUND = """<!DOCTYPE html><meta charset="utf-8">{frames}<pre id="seen"></pre><script>
const seen = [];
addEventListener("message", (event) => {{ seen.push(event.data); document.getElementById("seen").textContent = JSON.stringify(seen); }});
</script>"""


def chromium(*arguments):
    command = [shutil.which("chromium"), "--headless", "--disable-gpu", "--enable-logging=stderr", "--virtual-time-budget=20000"]
    if os.geteuid() == 0:
        command.append("--no-sandbox")
    with tempfile.TemporaryDirectory() as profile:
        return subprocess.run([*command, f"--user-data-dir={profile}", *map(str, arguments)], capture_output=True, text=True,
                              timeout=120, check=True)


def seen_of(page, folder):
    """What there is to be seen of a page, by the name of the width."""
    watched = page.read_text().replace("<head>", "<head>" + WATCH, 1).replace("</body>", LOOK + "</body>", 1)
    (folder / "watched.html").write_text(watched)
    frames = "".join(f'<iframe src="watched.html" width="{width}" height="900" style="border:0"></iframe>' for width in WIDTHS.values())
    (folder / "around.html").write_text(AROUND.format(frames=frames))
    run = chromium("--window-size=1400,2000", "--dump-dom", f"file://{folder}/around.html")
    console = [line for line in run.stderr.splitlines() if "CONSOLE" in line]
    assert not console, console
    seen = json.loads(html.unescape(re.search(r'<pre id="seen">(.*?)</pre>', run.stdout, re.DOTALL)[1]))
    by_width = {one["width"]: one for one in seen}
    assert set(by_width) == set(WIDTHS.values()), by_width.keys()
    return by_width


def check(name, page, folder, charts):
    text = page.read_text()
    assert not re.search(r"<link|@import|url\(|<(?:script|img|iframe)[^>]* src=", text.split("<!--")[0]), f"{name}: fetches something"
    assert "Permission is hereby granted" in text, f"{name}: without the licence of its library"
    widths = seen_of(page, folder)
    for width, seen in widths.items():
        where = f"{name} at {width} px"
        assert seen["faults"] == [], f"{where}: {seen['faults']}"
        assert seen["page"] <= width and seen["wide"] == [], f"{where}: {seen['page']} px wide, {seen['wide']}"
        assert len(seen["drawn"]) == charts and all(drawn and drawn > 250 for drawn in seen["drawn"]), f"{where}: {seen['drawn']}"
        assert seen["closed_on_paper"] == 0, f"{where}: folded on paper"
        assert seen["images"] == 0 and seen["bold"] == 0 and seen["title"] == seen["heading"], f"{where}: markup in a name took effect"
    print(f"{name}: {len(text) // 1024} KiB, {charts} charts, {widths[1280]['steps']} steps")
    return widths[1280]


def main(root, planner, pictures):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)

        def report(name, source, *options, charts):
            page = folder / f"{name}.html"
            subprocess.run([planner, "report", source, "-o", page, *options], cwd=root, check=True, stdout=subprocess.DEVNULL)
            if pictures:
                chromium("--window-size=1280,2400", f"--screenshot={pictures / name}.png", f"file://{page}")
            return check(name, page, folder, charts)

        sessions = report("sessions", "examples/untrusted-50k.json", charts=3)
        assert sessions["steps"] > 100 and sessions["sources"] > 5 and sessions["closed"] >= 3
        assert sessions["answer"].startswith("50,000 sessions need ")
        models = report("models", "examples/twenty-models.json", charts=2)
        assert models["steps"] > 100 and models["answer"].startswith("20 models need ")
        report("packing", "examples/pods.json", charts=1)
        report("residency", "tests/data/residency/b_20.json", charts=2)

        scenario = json.loads((root / "examples/untrusted-50k.json").read_text())
        (folder / "named.json").write_text(json.dumps({**scenario, "name": MARKUP}))
        named = report("named", folder / "named.json", charts=3)
        assert named["title"] == MARKUP and named["heading"] == MARKUP
        items = {"bins": [{"capacity": [10]}], "items": [{"id": MARKUP, "size": [6], "count": 20}]}
        (folder / "items.json").write_text(json.dumps(items))
        assert MARKUP in report("items", folder / "items.json", charts=1)["text"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("planner", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path)
    asked = parser.parse_args()
    main(asked.root.resolve(), asked.planner.resolve(), asked.pictures and asked.pictures.resolve())
