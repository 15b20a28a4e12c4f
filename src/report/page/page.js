"use strict";
(function () {
  // Okabe and Ito's palette: told apart with any colour vision, and in grey.
  const colours = ["#0072b2", "#e69f00", "#009e73", "#8a8a8a", "#cc79a7", "#56b4e9", "#d55e00"];
  const short = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });

  // A name within two fifths of the picture.
  function cropped(name, width) {
    const most = Math.floor(0.4 * width / 6.5);
    return name.length > most ? name.slice(0, most - 1) + "…" : name;
  }

  function bars(chart) {
    const series = chart.series
      .map((one, i) => ({ label: one.name, data: one.values, backgroundColor: colours[i] }))
      .filter((one) => one.data.some((value) => value));
    const named = chart.series.length > 1;
    return {
      type: "bar",
      data: { labels: chart.labels, datasets: series },
      options: {
        indexAxis: "y",
        scales: {
          x: { stacked: true, beginAtZero: true, title: { display: true, text: chart.axis } },
          y: { stacked: true, ticks: { autoSkip: false, callback(at) { return cropped(this.getLabelForValue(at), this.chart.width); } } },
        },
        plugins: {
          legend: { display: named, position: "bottom" },
          tooltip: { callbacks: { label: (item) => `${named ? item.dataset.label + ": " : ""}${short.format(item.raw)} ${chart.axis}` } },
        },
      },
    };
  }

  function points(group, i) {
    const look = group.look === "marks"
      ? { pointStyle: "line", rotation: 90, pointRadius: 6, borderColor: "#8a8a8a" }
      : group.look === "line"
      ? { showLine: true, pointRadius: 0, pointStyle: "line", borderWidth: 2, borderColor: "#8a8a8a" }
      : { pointRadius: 4, backgroundColor: colours[i % colours.length] };
    return { label: group.name, look: group.look, data: group.points, ...look };
  }

  // 1, 2 or 5 times a power of ten.
  const isRound = (value) => [1, 2, 5].includes(Math.round(value / 10 ** Math.floor(Math.log10(value) + 1e-9)));

  // Names beside their points, where they cover no other name.
  const names = {
    id: "names",
    afterDatasetsDraw(chart) {
      const { ctx, chartArea: area } = chart;
      const taken = [];
      ctx.save();
      ctx.font = "11px system-ui, sans-serif";
      ctx.fillStyle = "#1d2733";
      chart.data.datasets.forEach((group, i) => {
        if (group.look !== "dots") return;
        chart.getDatasetMeta(i).data.forEach((point, j) => {
          const width = ctx.measureText(group.data[j].name).width;
          const sides = [[7, 4], [-7 - width, 4], [-width / 2, -8], [-width / 2, 17]];
          const free = sides.map(([dx, dy]) => ({ x: point.x + dx, y: point.y + dy })).find(({ x, y }) =>
            x > area.left && x + width < area.right &&
            taken.every((other) => x > other.x + other.width || x + width < other.x || Math.abs(y - other.y) > 11));
          if (!free) return;
          taken.push({ ...free, width });
          ctx.fillText(group.data[j].name, free.x, free.y);
        });
      });
      ctx.restore();
    },
  };

  function map(chart) {
    const axis = (text) => ({
      type: "logarithmic",
      title: { display: true, text },
      ticks: { maxRotation: 0, callback: (value) => (isRound(value) ? short.format(value) : null) },
    });
    return {
      type: "scatter",
      plugins: [names],
      data: { datasets: chart.groups.map(points) },
      options: {
        scales: { x: axis(chart.x), y: axis(chart.y) },
        plugins: {
          legend: { position: "bottom", labels: { usePointStyle: true } },
          tooltip: { callbacks: { label: (item) => `${item.raw.name}: ${short.format(item.raw.x)}, ${short.format(item.raw.y)}` } },
        },
      },
    };
  }

  const charts = JSON.parse(document.getElementById("charts").textContent);
  document.querySelectorAll("figure > div").forEach((frame, i) => {
    const chart = charts[i];
    const rows = chart.kind === "bars" ? chart.labels.length : 16;
    frame.style.height = `${90 + 26 * Math.max(rows, 4)}px`;
    const drawing = chart.kind === "bars" ? bars(chart) : map(chart);
    drawing.options.maintainAspectRatio = false;
    drawing.options.animation = false;
    new Chart(frame.firstElementChild, drawing);
  });

  // On paper every section stands open and every chart has the width of the paper.
  let folded = [];
  window.addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("main > details:not([open])")];
    folded.forEach((section) => { section.open = true; });
    Object.values(Chart.instances).forEach((chart) => chart.resize());
  });
  window.addEventListener("afterprint", () => folded.forEach((section) => { section.open = false; }));
})();
