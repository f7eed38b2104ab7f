// The browser's half of the live figure: `build`, `update`, `dismantle`. Streamlit calls them through
// streamlit.js with what __init__.py sends; the site without a server through site.js.
//
// One rule holds it together: whatever happens (a drag, new data, another theme, another size) only
// changes what *should* be seen and calls `draw`. It hands that to `Plotly.react` on the one graph,
// as large as the style sheet makes it, and skips the work if that picture is already there.

const NARROW = 560; // pixels; below it the buttons move under the figure, and titles break
const SMALL = 12; // pixels of letters in a narrow figure, and the least in any
const LETTER = 0.58; // width of a letter of a title, in sizes of those at ticks
const LOW = 27; // heights of a letter that a figure of two panels has, at least
const TOLD = 48; // letters in a line of what is said of a point, at most
const ABOVE = 56; // pixels above the axes of a figure whose legend is one line there
const ROW = 42; // pixels above the axes of a narrow figure, with one row of its legend
const LOW_GRAPH = 260; // pixels; below it a narrow figure has no room for its legend
const CELL = 30; // pixels across a cell of a narrow figure, at least, in which a number can be read
const BUTTONS = 42; // pixels below a narrow figure: plotly's buttons as tall as a finger
const OUTSIDE = 80; // pixels beside or below the axes of a narrow figure
const FEWEST = 3; // names of ticks along a logarithmic axis; one may lie beyond its end
const NAME = 18; // letters in a line of a name beside the axes of a narrow figure
const NAME_ROW = 32; // pixels of a row whose name has two lines
const LINE_END = "line end"; // of annotations and traces; see `theme.py`
const LONGEST = 5; // of a sweep's headlines: one of them takes the most lines
const LONGEST_WAIT = 1000; // ms until a figure is drawn, whatever it waits for
const PLAY_PAUSE = 500; // ms that a frame stays while frames are played
const OPENING = 2500; // ms from the first frame to the present one, where a figure opens so
const NEXT = "Show the next one"; // instead of playing, for whoever wants less motion
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const PICTURE = { width: 1200, height: 675, scale: 2 }; // of a downloaded picture, in pixels
const TITLE = { size: 17, line: 24, letters: 115 }; // of a picture: pixels, and letters in a line

let pressed; // the graph on which a pointer was last pressed, no graph beside one; and what it was
let pointer;
addEventListener("pointerdown", ({ target, pointerType }) => {
  [pressed, pointer] = [target.closest?.(".live-figure-graph"), pointerType];
}, true);

// ---- Life of a figure -------------------------------------------------------------------------

/** Whoever builds it says how plotly.js comes, `live.plotly`, and whom it tells of a release and of a
 *  failure, `live.report`, `live.fails`. */
function build(parent) {
  const live = {
    row: makeRow({
      moved: (stop) => show(live, stop),
      released: () => release(live, live.sweep.values[live.index]),
      typed: (number) => release(live, number),
    }),
    play: make("button", { className: "live-figure-play", onclick: () => pressPlay(live) }),
    readouts: make("dl", { className: "live-figure-readouts" }),
    graph: make("div", { className: "live-figure-graph", role: "figure" }),
    failure: make("p", { className: "live-figure-failure", hidden: true, role: "alert" }),
    spoken: make("div", { className: "live-figure-spoken", ariaLive: "polite" }),
    ahead: make("p", { className: "live-figure-headline" }),
    index: 0, // of the frame that should be seen
    serial: 0, // of the last release
    looks: 0, // how often data or theme changed
    resets: 0, // how often the reader undid a zoom
    size: { width: 0, height: 0 }, // of the graph
    drawing: Promise.resolve(), // the last drawing
    observer: new ResizeObserver(() => fit(live)),
  };
  const { row, play, readouts, graph, failure, spoken } = live;
  row.root.classList.add("live-figure-control");
  for (const touch of ["pointerdown", "keydown"]) {
    row.slider.addEventListener(touch, () => stopPlaying(live));
  }
  live.root = make("div", { className: "live-figure", drawn: new Promise((drawn) => live.drawn = drawn) },
    make("div", { className: "live-figure-top" }, play, row.root, readouts), graph, failure, spoken);
  parent.append(live.root);
  return live;
}

async function update(live, data) {
  const { graph } = live;
  live.data = data;
  graph.hidden = false;
  graph.ariaLabel = data.name;
  graph.classList.toggle("live-figure-fills", data.fills);
  graph.style.setProperty("--height", `${data.height}px`);
  const content = data.content ?? await payload(data.digest).promise;
  if (live.data !== data) return; // newer data came while this waited for its sweep
  const written = inColours(content, live.root);
  if (live.written !== written) {
    stopPlaying(live);
    live.spoken.textContent = ""; // it was said of other numbers
    Object.assign(live, { written, looks: live.looks + 1, ...JSON.parse(written) });
    fillControl(live);
  }
  if (live.sweep) follow(live);
  if (!live.picture) await turn(live);
  live.observer.observe(graph);
  open(live);
  fit(live);
}

/** A page's first figure, which is what the page is about, is drawn before the others. They follow
 *  one by one, as the browser is idle. */
async function turn({ root }) {
  await new Promise((come) => setTimeout(come)); // figures that come together do so in any order
  const first = document.querySelector(".live-figure");
  if (first === root) return;
  const late = new Promise((due) => setTimeout(due, LONGEST_WAIT));
  await Promise.race([first?.drawn, late]);
  const idle = window.requestIdleCallback ?? setTimeout;
  await new Promise((drawn) => idle(drawn, { timeout: LONGEST_WAIT }));
}

function dismantle(live) {
  live.observer.disconnect();
  clearTimeout(live.row.timer);
  clearTimeout(live.playing);
  window.Plotly?.purge(live.graph);
  giveBack(live);
  live.place?.style.removeProperty("min-height");
  live.root.remove();
}

/** "var(--…)" replaced by what the page has for it; of a colour "var(--…, 0.2)" is so much opaque. */
function inColours(content, root) {
  const style = getComputedStyle(root);
  const hex = (opacity) => Math.round(255 * opacity).toString(16).padStart(2, "0");
  const value = (_, name, opacity) =>
    JSON.stringify(style.getPropertyValue(name).trim()).slice(1, -1) + (opacity ? hex(opacity) : "");
  return content.replace(/var\((--[\w-]+)(?:, ([\d.]+))?\)/g, value);
}

// A sweep travels in an element of its own, its holder, so that it is sent only when it changes.

const MOST_PAYLOADS = 24; // that are kept, for figures that move to another place
const payloads = new Map(); // digest -> promise of figure and sweep, and what fulfils it

function payload(digest) {
  if (!payloads.has(digest)) payloads.set(digest, Promise.withResolvers());
  if (payloads.size > MOST_PAYLOADS) payloads.delete(payloads.keys().next().value);
  return payloads.get(digest);
}

function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

// ---- The slider -------------------------------------------------------------------------------

/** Say what there is at a frame, and draw it. */
function show(live, index) {
  live.index = index;
  showNumbers(live);
  draw(live);
}

/** Hand the value to Python, numbered, so that its answer can be told from older news. */
function release(live, value) {
  if (live.data.reports) live.report({ value, serial: ++live.serial });
  if (value === live.sweep.values[live.index]) speak(live);
}

/** Go where Python says if that is news, unless the reader holds the thumb or Python has not heard
 *  of the last release yet. */
function follow(live) {
  const { digest, current, answers } = live.data;
  const news = `${digest} ${current} ${answers}`;
  if (news !== live.news && answers >= live.serial && !live.row.held() && !live.playing) {
    Object.assign(live, { news, index: current, serial: answers });
  }
  live.root.dataset.answers = answers;
  live.index = Math.min(live.index, live.sweep.values.length - 1);
  showNumbers(live);
}

function fillControl({ sweep, row, data, play, readouts }) {
  row.root.hidden = !sweep;
  play.hidden = !sweep?.plays;
  const numbers = (sweep?.readouts ?? []).map(({ name, texts }) => {
    const number = make("dd");
    number.dataset.widest = texts.reduce((one, other) => one.length < other.length ? other : one);
    return make("div", {}, make("dt", { textContent: name }), number);
  });
  readouts.replaceChildren(...numbers);
  if (!sweep) return;
  play.textContent = CALM.matches ? NEXT : sweep.plays;
  describeRow(row, { label: sweep.control, ends: sweep.ends, texts: sweep.labels,
    limits: data.limits, help: data.help });
}

/** Slider, key numbers and headline at the frame that should be seen. */
function showNumbers(live) {
  const { sweep, row, index, data } = live;
  // What cannot be used stays to be corrected: typed again, the frame's own value would be no change.
  const refused = index === data.current && data.refused;
  showRow(row, index, refused || sweep.labels[index]);
  live.readouts.querySelectorAll("dd").forEach((number, i) => {
    number.textContent = sweep.readouts[i].texts[index];
  });
  showHeadline(live);
}

/** Say what is seen once it rests: nobody can listen at the pace of a hand. */
function speak({ sweep, index, spoken }) {
  const headline = sweep.headlines[index]?.replaceAll("**", "")
    ?? `${sweep.control}: ${sweep.labels[index]}.`;
  const numbers = sweep.readouts.map(({ name, texts }) => `${name}: ${texts[index]}`);
  spoken.textContent = `${headline} ${numbers.join("; ")}`;
}

// ---- Playing ------------------------------------------------------------------------------------
// Frames in their order, from where they are; after the last one from the first; for whoever wants
// less motion one a press. Nobody is asked and nobody is told: what is played is in the browser.

function pressPlay(live) {
  if (!live.playing) return playOn(live);
  stopPlaying(live);
  speak(live);
}

/** Show the next frame and come back for the one after it; say what is seen when it is over. */
function playOn(live) {
  const last = live.sweep.values.length - 1;
  const next = live.index >= last ? 0 : live.index + 1;
  stopPlaying(live);
  show(live, next);
  if (next === last || CALM.matches) return speak(live);
  live.playing = setTimeout(playOn, PLAY_PAUSE, live);
  live.play.ariaPressed = true;
}

/** Once, from the first frame to the present one: what the slider does is seen before it is read. */
function open(live) {
  const { opens, current } = live.data;
  if (!opens || live.opened || CALM.matches || !current) return;
  live.opened = live.playing = true;
  const step = () => {
    if (!live.playing) return; // a hand has taken over
    show(live, live.index + 1);
    live.playing = live.index < current && setTimeout(step, OPENING / current);
  };
  show(live, 0);
  fit(live);
  live.drawing.then(step);
}

function stopPlaying(live) {
  clearTimeout(live.playing);
  live.playing = undefined;
  live.play.ariaPressed = CALM.matches ? null : false;
}

// ---- The headline -----------------------------------------------------------------------------
// At rest Python's words stand above the figure. A frame that Python does not know of yet has its
// own; they take the place of Python's, whose elements are React's and stay as they are.

function showHeadline(live) {
  const { ahead, sweep, index, data } = live;
  const place = document.querySelector(`.${data.headline}`);
  const text = index === data.current ? undefined : sweep.headlines[index];
  if (!place || !text) return giveBack(live);
  if (ahead.parentElement === place && live.words === text) return;
  live.words = text;
  place.dataset.liveFigureAhead = "";
  if (ahead.parentElement !== place) place.append(ahead);
  ahead.replaceChildren(...emphasised(text));
}

/** As much room for the words as the longest of them take: the slider stays under the hand. */
function reserve(live) {
  const place = live.place = document.querySelector(`.${live.data.headline}`);
  place?.style.removeProperty("min-height");
  const isSlide = new URLSearchParams(location.search).has("present"); // words and figure share a screen
  if (!place || isSlide || !live.sweep?.headlines.length) return;
  const trials = [...live.sweep.headlines].sort((one, other) => other.length - one.length).slice(0, LONGEST)
    .map((text) => make("p", { className: "live-figure-headline live-figure-trial" }, ...emphasised(text)));
  for (const trial of trials) trial.style.width = `${place.clientWidth}px`;
  place.append(...trials);
  const tallest = Math.max(...trials.map((trial) => trial.getBoundingClientRect().height));
  place.style.minHeight = `max(var(--least, 0px), ${tallest}px)`;
  for (const trial of trials) trial.remove();
}

/** Python's words again. */
function giveBack({ ahead }) {
  const place = ahead.parentElement;
  if (!place) return;
  delete place.dataset.liveFigureAhead;
  ahead.remove();
}

/** "a **b** c" with b as a strong element; everything else is text. */
function emphasised(text) {
  return text.split("**").map((part, i) => (i % 2 ? make("strong", { textContent: part }) : part));
}

// ---- Drawing ----------------------------------------------------------------------------------

/** Draw at the size that the graph has. Measured here and not for each frame, for which the browser
 *  would have to lay out the page. */
function fit(live) {
  const { clientWidth: width, clientHeight: height } = live.graph;
  if (live.reserved !== (live.reserved = `${live.looks} ${width}`)) reserve(live);
  live.size = { width, height };
  draw(live);
}

/** Draw what should be seen, after what is being drawn. */
function draw(live) {
  live.drawing = live.drawing.then(() => redraw(live)).catch((error) => fail(live, error));
}

async function redraw(live) {
  const { graph, root } = live;
  if (!live.figure || graph.hidden || !live.size.width) return;
  const plotly = await live.plotly();
  if (!root.isConnected) return;
  const { index, looks, resets, size } = live;
  const picture = [looks, resets, index, size.width, size.height].join();
  if (live.picture === picture) return;
  const react = async () => {
    const { data, layout } = frame(live, index, size);
    // A finger that is drawn over a figure scrolls the page; it zooms once that button is pressed.
    if (matchMedia("(pointer: coarse)").matches) layout.dragmode = false;
    await plotly.react(graph, data, layout, config(live, plotly, layout));
  };
  // Where a graph gets much smaller, plotly still holds the room of its old legend.
  await react().catch(() => {
    plotly.purge(graph);
    return react();
  });
  // Where a click on a tab makes the page shorter, it moves the legend under a pointer that is let go.
  graph.removeAllListeners("plotly_legendclick");
  graph.on("plotly_legendclick", () => graph === pressed);
  // Plotly takes a tap for a double click: it hears the touch, and the mouse that browsers make of it.
  graph.removeAllListeners("plotly_doubleclick");
  graph.on("plotly_doubleclick", () => pointer !== "touch" && reset(live));
  live.picture = picture;
  live.failure.hidden = true;
  if (live.sweep) root.dataset.frame = index;
  root.dataset.redraws = Number(root.dataset.redraws ?? 0) + 1;
  root.dataset.ready = "";
  live.drawn();
  // The figure has a name and a table; a reader need not hear every tick label.
  for (const svg of graph.querySelectorAll(".main-svg")) svg.ariaHidden = "true";
}

/** Where no axis can be moved, plotly's buttons would only lie over what is written there. */
function config(live, plotly, layout) {
  const pictureAs = (format) => ({ name: `Save as ${format.toUpperCase()}`,
    icon: () => make("span", { className: "live-figure-format", textContent: format.toUpperCase() }),
    click: (graph) => plotly.downloadImage(titled(graph, live.data),
      { ...PICTURE, format, filename: live.data.name }) });
  // Made once: plotly compares functions by identity, and builds a new graph for another one.
  live.buttons ??= [["zoom2d", "pan2d"], [{ name: "Reset axes", icon: plotly.Icons.home,
    click: () => reset(live) }], ["png", "svg"].map(pictureAs)];
  return { displayModeBar: isFixed(layout) ? false : "hover", displaylogo: false, doubleClick: false,
    modeBarButtons: live.buttons };
}

/** The axes of the present frame: plotly would go back to those of the frame that it drew first. */
function reset(live) {
  live.resets += 1;
  draw(live);
}

/** What is drawn, under its name and its headline; the page's font does not travel with a picture. */
function titled({ data, layout }, { name, headline }) {
  const said = document.querySelector(`.${headline}`)?.innerText ?? "";
  // Plotly takes text for HTML; a name is to be shown as it is, and may be that of a column.
  const literal = `${name}\n${said}`.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const lines = inLines(literal, TITLE.letters);
  const title = { text: lines.join("<br>"), x: 0, xref: "paper", xanchor: "left", y: 1,
    yref: "container", yanchor: "top", pad: { t: TITLE.line }, font: { size: TITLE.size } };
  const margin = { ...layout.margin, t: layout.margin.t + TITLE.line * (lines.length + 0.5) };
  const font = { ...layout.font, family: "Arial, Helvetica, sans-serif" };
  const legend = { ...layout.legend }; // of a narrow figure it stands where the title comes
  if (legend.yref === "container") Object.assign(legend, { xref: "paper", yref: "paper", y: 1.02, yanchor: "bottom" });
  return { data, layout: { ...layout, title, margin, font, legend } };
}

/** An empty box helps nobody: say so, and where the numbers are. New data bring another try. */
function fail(live, error) {
  console.error(error);
  live.failure.textContent = `The figure could not be drawn in this browser; the table ${
    live.data.numbers ? "below" : "on its page"} holds its numbers.`;
  live.failure.hidden = false;
  live.graph.hidden = true;
  live.fails();
}

// ---- A frame ----------------------------------------------------------------------------------

/** Data and layout of a frame. What moves, and the layout, into which plotly writes, are copies; the
 *  rest is the same from frame to frame, or plotly would compute all of it anew. */
function frame({ figure, sweep, resets }, index, size) {
  const next = { data: figure.data.map((trace) => ({ ...trace })), layout: structuredClone(figure.layout) };
  for (const column of sweep?.moving ?? []) {
    const part = column.path.slice(0, -1).reduce((outer, name) =>
      outer[name] = Array.isArray(outer[name]) ? [...outer[name]] : { ...outer[name] }, next);
    part[column.path.at(-1)] = at(column, index);
  }
  const { data, layout } = next;
  Object.assign(layout, size);
  for (const [, axis] of axesOf(layout)) axis.uirevision = `${layout.uirevision} ${resets}`;
  if (size.width < NARROW) narrow(data, layout);
  else nameOnce(data, layout);
  inLabels(data, Math.floor(Math.min(TOLD, size.width / 2 / (LETTER * SMALL))));
  if (layout.yaxis2) { // two panels, each with its title
    const fitting = Math.max(SMALL, size.height / LOW);
    layout.font.size = Math.min(layout.font.size, fitting);
  }
  return next;
}

/** What a column of the sweep holds for a frame: an entry, or as much of a row as is seen then. */
function at({ entries, row, since }, index) {
  if (row) return row.map((value, i) => (since[i] <= index ? value : null));
  return structuredClone(entries[index]);
}

/** No legend where names stand at lines; else room for it at once: plotly draws a figure twice whose
 *  legend does not fit above it at first. */
function nameOnce(data, layout) {
  if (layout.annotations?.some(({ name }) => name === LINE_END)) layout.showlegend = false;
  if (layout.legend?.y > 1 && hasLegend(data, layout)) layout.margin.t = Math.max(layout.margin.t, ABOVE);
}

function hasLegend(data, layout) {
  const named = data.filter(({ showlegend }) => showlegend !== false);
  return layout.showlegend ?? (named.length > 1 || named[0]?.showlegend);
}

/** A legend in place of names at lines, smaller letters, titles in several lines, buttons below. */
function narrow(data, layout) {
  const smaller = Math.min(1, SMALL / layout.font.size);
  layout.font.size *= smaller;
  for (const side of ["l", "r", "t", "b"]) layout.margin[side] *= smaller;
  if (!isFixed(layout)) layout.height -= BUTTONS;
  if (layout.height < LOW_GRAPH) layout.showlegend = false; // with it plotly would draw nothing
  layout.annotations = layout.annotations?.filter(({ name }) => name !== LINE_END);
  for (const trace of data.filter(({ name }) => name === LINE_END)) trace.visible = false;
  Object.assign(layout.legend ??= {}, { orientation: "h", xref: "container", yref: "container",
    xanchor: "left", yanchor: "top", x: 0, y: 1, itemwidth: 30, tracegroupgap: 0,
    font: { size: SMALL } });
  if (hasLegend(data, layout)) layout.margin.t = Math.max(layout.margin.t, ROW);
  // Of names in groups as many stand in a row as have room.
  for (const one of [...data, ...layout.shapes ?? []]) one.legendgroup ??= one.name;
  const most = Math.floor((layout.width - OUTSIDE / 2) / (LETTER * SMALL));
  for (const one of data) if (one.name?.length > most) one.name = inLines(one.name, most).join("<br>");
  const beside = OUTSIDE / 2 + Math.max(OUTSIDE / 2, LETTER * SMALL * longestName(data, layout));
  for (const [key, axis] of axesOf(layout)) {
    if (key[0] === "x" && axis.type === "log") thin(axis, layout.width - beside);
    if (!axis.title?.text) continue;
    const [from, to] = axis.domain ?? [0, 1];
    const alone = to - from === 1 ? OUTSIDE / 2 : 0; // a title may be longer than its axis
    const pixels = (to - from) * (key[0] === "x" ? layout.width - beside + alone : layout.height - OUTSIDE);
    const text = axis.title.text.replaceAll("<br>", "\n");
    axis.title.text = inLines(text, Math.floor(pixels / (LETTER * SMALL))).join("<br>");
  }
  for (const trace of data.filter(({ textfont }) => textfont)) {
    trace.textfont = { ...trace.textfont, size: Math.min(trace.textfont.size, SMALL) };
  }
  for (const trace of data.filter(({ type, texttemplate }) => type === "heatmap" && texttemplate)) {
    if ((layout.width - 2 * OUTSIDE) / trace.x.length >= CELL) continue;
    Object.assign(trace, { texttemplate: "", showscale: true });
  }
}

/** Letters of the longest name along the vertical axes; names stand in two lines where rows are high
 *  enough, or they take the room of what they name. */
function longestName(data, layout) {
  const named = data.filter(({ y }) => typeof y?.[0] === "string");
  const rows = new Set(named.flatMap(({ y }) => y)).size;
  if (rows * NAME_ROW < layout.height - 1.5 * OUTSIDE) {
    const inTwo = (name) => inLines(name, Math.max(NAME, name.length / 2 + 5)).join("<br>");
    for (const trace of named) trace.y = trace.y.map((name) => name.includes("<") ? name : inTwo(name));
  }
  const all = axesOf(layout).flatMap(([key, { ticktext }]) => key[0] === "y" && ticktext || [])
    .concat(...named.map(({ y }) => y));
  return Math.max(0, ...all.flatMap((name) => name.split("<br>"))
    .map((name) => name.replace(/<[^>]*>/g, "").length));
}

/** Without the names of ticks at 2 and 5, 20 and 50 …, where there is no room for all; the ticks
 *  stay, and as many names as an axis can be read by. */
function thin(axis, pixels) {
  const shown = axis.ticktext?.filter((name) => name) ?? [];
  const fewer = shown.filter((name) => name.match(/[1-9]/)?.[0] === "1");
  const letters = shown.reduce((sum, { length }) => sum + length + 2, 0);
  if (LETTER * SMALL * letters <= pixels || fewer.length < FEWEST) return;
  axis.ticktext = axis.ticktext.map((name) => fewer.includes(name) ? name : "");
}

/** What a trace says of a point, its name below, in lines that fit beside the point. */
function inLabels(data, letters) {
  const told = (text, { name = "" }) => {
    const [, said, by] = text.match(/^(.*?)(?:<extra>(.*)<\/extra>)?$/s);
    const lines = [...said.split("<br>"), (by ?? name).replace("%{fullData.name}", () => name)];
    const held = lines.map((line) => line.replace(/ (?=[%=])|(?<=[=±×]) /g, "\u00a0"));
    return `${held.flatMap((line) => inLines(line, letters) ?? []).join("<br>")}<extra></extra>`;
  };
  for (const trace of data) {
    const { hovertemplate: said } = trace;
    if (said) trace.hovertemplate = said.map?.((one) => told(one, trace)) ?? told(said, trace);
  }
}

function isFixed(layout) {
  return axesOf(layout).every(([, axis]) => axis.fixedrange);
}

function axesOf(layout) {
  return Object.entries(layout).filter(([key]) => /^[xy]axis\d*$/.test(key));
}

/** Words in lines of so many letters; a longer word stands by itself. */
function inLines(text, most) {
  return text.match(new RegExp(`[^ \n].{0,${Math.max(0, Math.floor(most) - 1)}}(?![^ \n])|[^ \n]+`, "g"));
}
