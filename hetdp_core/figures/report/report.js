// Draws each figure of the report from the JSON that stands in its element.
const FONT = { family: "system-ui, Arial, Helvetica, sans-serif", color: "#262626" };

for (const element of document.querySelectorAll(".figure")) {
  const { data, layout } = JSON.parse(element.querySelector("script").textContent);
  const base = layout.template?.layout ?? {};
  const axis = { gridcolor: "#E6E6E6", zerolinecolor: "#BBBBBB", linecolor: "#BBBBBB",
    tickcolor: "#BBBBBB" };
  layout.template = {
    ...layout.template,
    layout: {
      ...base,
      xaxis: { ...base.xaxis, ...axis, automargin: true },
      yaxis: { ...base.yaxis, ...axis, automargin: true },
    },
  };
  for (const key of Object.keys(layout).filter((one) => /^[xy]axis\d*$/.test(one))) {
    layout[key] = { ...layout[key], ...axis };
  }
  const narrow = element.clientWidth < 560;
  const size = layout.font?.size ?? base.font?.size ?? 16;
  layout.font = { ...layout.font, ...FONT, size: narrow ? Math.min(size, 12) : size };
  layout.paper_bgcolor = layout.plot_bgcolor = "#FFFFFF";
  layout.margin ??= base.margin ?? { l: 10, r: 20, t: 30, b: 10 };
  if (narrow) {
    layout.legend = { ...layout.legend, orientation: "h", yref: "container", yanchor: "bottom",
      y: 0, xanchor: "left", x: 0 };
  }
  Plotly.newPlot(element, data, layout, { displaylogo: false, responsive: true })
    .then(() => element.setAttribute("data-ready", ""));
}
