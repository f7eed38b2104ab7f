// The browser's half of the live figure: `build`, `deliver`, `update`, `dismantle`. Streamlit calls
// them through streamlit.js with what __init__.py sends; the site without a server through site.js.
//
// One rule holds it together: whatever happens (a drag, new data, another theme, another width)
// only changes what *should* be seen and calls `askForRedraw`. One place draws, with
// `Plotly.react` on the one graph, and skips the work if that picture is already there.

const NUMBER_TYPES = {
  i1: Int8Array, u1: Uint8Array, i2: Int16Array, u2: Uint16Array,
  i4: Int32Array, u4: Uint32Array, f4: Float32Array, f8: Float64Array,
};
const NARROW = 560; // pixels; below it the legend moves under the figure, and titles break
const WORDS = 12; // pixels of the letters of words that stand in a narrow figure
const LETTER = 6.4; // pixels; about the width of a letter of a title in a narrow figure
const LETTER_SHARE = 0.45; // width of a letter of a title, in its size
const SMALLEST = 9; // pixels of the letters of a title where its panel is low
const LINES_UNDER = 4.2; // letters' heights that ticks and title of an axis take under a panel
const LINE_END = "line end"; // of annotations; see `theme.py`
const OUTSIDE = 80; // pixels beside or below the axes of a narrow figure
const AROUND_LEGEND = 30; // pixels that plotly leaves around the letters of a legend of one line
const SPEECH_PAUSE = 800; // ms between two announcements of the key numbers
const LONGEST_WAIT = 400; // ms until a figure is drawn that nobody sees yet
const PLAY_PAUSE = 500; // ms that a frame stays while frames are played
const NEXT = "Show the next one"; // instead of playing, for whoever wants less motion
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const LEAST_HEIGHT = 200; // pixels of a graph on a slide, however much is above and below it
const LEAST_FIRST = 320; // pixels of the graph of a page's first figure
const UNDER_FIRST = 44; // pixels left on the first screen for the line of files and table
const PICTURE = { width: 1200, height: 675, scale: 2 }; // of a downloaded picture, in pixels
const TITLE = { size: 17, line: 24, letters: 115 }; // of a picture: pixels, and letters in a line
const FILES = { csv: "CSV", json: "JSON", py: "Python" };
const REVOKE_AFTER = 60_000; // ms that a browser has to save a file
const DIGEST_LENGTH = 16;
const NEWLINE = 10;
const AXIS = /^[xy]axis\d*$/;
const AT_ONCE = {
  mode: "immediate", frame: { duration: 0, redraw: false }, transition: { duration: 0 },
};

const carriers = new WeakMap(); // element of a carrier -> digest of what it carries
const parcels = new Map(); // digest -> promise of the carried content, and how to fulfil it

// ---- The sweep travels in a neighbouring element, so that it is sent only when it changes ----

function parcel(digest) {
  if (!parcels.has(digest)) {
    const entry = { carriers: new Set() };
    entry.content = new Promise((resolve) => (entry.deliver = resolve));
    parcels.set(digest, entry);
  }
  return parcels.get(digest);
}

/** A parcel is a digest, a line of JSON, and the numbers the JSON speaks of. */
function deliver(element, bytes) {
  const text = (from, to) => new TextDecoder().decode(bytes.subarray(from, to));
  const digest = text(0, DIGEST_LENGTH);
  const former = carriers.get(element);
  if (former === digest) return digest;
  letGo(element, former);
  carriers.set(element, digest);
  parcel(digest).carriers.add(element);
  const end = bytes.indexOf(NEWLINE);
  const numbers = bytes.slice(end + 1).buffer; // a copy, because typed arrays want to be aligned
  parcel(digest).deliver({ json: text(DIGEST_LENGTH, end), numbers });
  return digest;
}

/** Forget a parcel with its last carrier: two figures may show the same, or one may move house. */
function letGo(element, digest) {
  const entry = parcels.get(digest);
  entry?.carriers.delete(element);
  if (entry?.carriers.size === 0) parcels.delete(digest);
}

// ---- Life of a figure -------------------------------------------------------------------------

function build(parent) {
  const row = makeRow({
    moved: (stop) => {
      stopPlaying(live);
      live.index = stop;
      askForRedraw(live);
      speakLater(live);
    },
    released: () => releaseValue(live, live.sweep.values[live.index]),
    typed: (number) => releaseValue(live, number),
  });
  for (const touch of ["pointerdown", "keydown"]) { // where the thumb is there already, none moves
    row.slider.addEventListener(touch, () => stopPlaying(live));
  }
  const control = make("div", { className: "live-figure-control", hidden: true }, row.root);
  const play = make("button", { type: "button", className: "live-figure-play", hidden: true,
    onclick: () => pressPlay(live) });
  const readouts = make("dl", { className: "live-figure-readouts", hidden: true });
  const graph = make("div", { className: "live-figure-graph" });
  graph.setAttribute("role", "figure");
  const failure = make("p", { className: "live-figure-failure", hidden: true });
  failure.setAttribute("role", "alert");
  const details = make("details", { className: "live-figure-table" },
    make("summary", { textContent: "Show the numbers as a table" }));
  const take = make("details", { className: "live-figure-take" },
    make("summary", { textContent: "Download" }));
  const saved = make("span", { className: "live-figure-saved" });
  saved.setAttribute("role", "status");
  const spoken = make("div", { className: "live-figure-spoken" });
  spoken.setAttribute("aria-live", "polite");
  const root = make("div", { className: "live-figure" },
    make("div", { className: "live-figure-top" }, play, control, readouts),
    graph, failure, make("div", { className: "live-figure-below" }, take, details), spoken);
  root.dataset.redraws = "0";

  const live = {
    root, play, control, row, readouts, graph, failure, details, take, saved,
    spoken,
    index: 0, // of the frame that should be seen
    serial: 0, // of the last release
    width: 0,
  };
  listen(live);
  live.observer = new ResizeObserver(([entry]) => {
    live.width = Math.floor(entry.contentRect.width);
    askForRedraw(live);
  });
  live.observer.observe(root);
  parent.append(root);
  live.page = root.closest("[data-testid=stMainBlockContainer]");
  live.refit = () => (live.data?.stage || live.data?.fills) && askForRedraw(live);
  live.pageObserver = new ResizeObserver(live.refit); // what is above and below it may change
  if (live.page) live.pageObserver.observe(live.page);
  for (const event of ["stage", "resize"]) window.addEventListener(event, live.refit); // as may the screen
  return live;
}

async function update(live, data) {
  live.data = data;
  live.failed = false;
  receive(live);
  live.graph.style.height ||= `${data.height}px`; // keeps the place until it is drawn
  live.graph.setAttribute("aria-label", data.name);
  live.take.setAttribute("aria-label", `Download: ${data.name}`);
  live.take.hidden = data.stem === null; // there is nothing to download yet
  for (const one of live.offers) one.hidden = !(data.offers?.includes(one.value) ?? true);
  live.details.hidden = !data.table && !data.tabled; // a figure in small: its page has the table
  const theme = readTheme(live.root);
  if (live.digest !== data.digest) {
    const content = data.content === undefined ? await parcel(data.digest).content
      : { json: data.content, numbers: decode(Uint8Array, data.numbers).buffer };
    if (live.data !== data) return; // newer data came while this waited for its sweep
    Object.assign(live, { digest: data.digest, content });
  }
  const dressing = data.digest + JSON.stringify(theme);
  if (live.dressing !== dressing) {
    stopPlaying(live);
    Object.assign(live, { dressing, theme, ...parse(live.content, live.root) });
    fillControl(live);
  }
  follow(live);
  if (live.details.open) fillTable(live);
  askForRedraw(live, isOnScreen(live) ? queueMicrotask : whenIdle); // not at the next frame
}

function dismantle(live) {
  live.observer.disconnect();
  live.pageObserver.disconnect();
  for (const event of ["stage", "resize"]) window.removeEventListener(event, live.refit);
  clearTimeout(live.row.timer);
  clearTimeout(live.speechTimer);
  clearTimeout(live.playing);
  window.Plotly?.purge(live.graph);
  giveBack(live);
  live.root.remove();
}

// ---- The slider -------------------------------------------------------------------------------

function listen(live) {
  const { details } = live;
  details.addEventListener("toggle", () => {
    live.opened?.(details.open); // whoever makes tables makes those that are looked at
    if (details.open) fillTable(live);
  });
  live.offers = Object.entries(FILES).map(([ending, title]) =>
    make("button", { type: "button", textContent: title, value: ending,
      onclick: () => fetchFile(live, ending) }));
  live.take.append(make("div", { className: "live-figure-files" }, ...live.offers, live.saved));
}

/** Hand the value to Python, numbered, so that its answer can be told from older news. */
function releaseValue(live, value) {
  if (!live.data.reports) return;
  live.serial += 1;
  live.release({ value, serial: live.serial });
  if (value === live.sweep.values[live.index]) {
    speak(live, live.sweep.headlines[live.index]?.replaceAll("**", "") ?? "");
  }
}

/** Go where Python says, unless the reader holds the thumb or Python has not heard of the last
 *  release yet. What Python is never told of stays where the reader left it, until Python says
 *  something else. */
function follow(live) {
  const { current, answers, digest, reports } = live.data;
  if (!live.sweep) return;
  const news = reports || live.toldOf !== `${digest} ${current}`;
  live.toldOf = `${digest} ${current}`;
  if (news && !live.row.held() && live.playing === undefined && answers >= live.serial) {
    live.index = current;
    live.serial = answers;
  }
  live.root.dataset.answers = answers;
  live.index = Math.min(live.index, live.sweep.values.length - 1);
}

function fillControl(live) {
  const { sweep, row, data } = live;
  live.control.hidden = !sweep;
  live.play.hidden = !sweep?.plays;
  live.readouts.hidden = !sweep?.readouts.length;
  if (!sweep) return;
  describeRow(row, { label: sweep.control, ends: sweep.ends, stops: sweep.values.length,
    limits: data.limits });
  live.readouts.replaceChildren(...sweep.readouts.map(({ name }) =>
    make("div", {}, make("dt", { textContent: name }), make("dd"))));
}

/** Slider and key numbers at the present frame. */
function showNumbers(live) {
  const { sweep, row, index, data } = live;
  // What cannot be used stays to be corrected: typed again, the frame's own value would be no change.
  const refused = index === data.current && data.refused;
  showRow(row, index, refused || sweep.labels[index]);
  live.readouts.querySelectorAll("dd").forEach((number, i) => {
    number.textContent = sweep.readouts[i].texts[index];
  });
  showHeadline(live);
  showPlay(live);
}

// ---- Playing ------------------------------------------------------------------------------------
// Frames in their order, from where they are; after the last one from the first. Nobody is asked and
// nobody is told: what is played is in the browser, and at its end the figure is what it was.

function pressPlay(live) {
  if (live.playing !== undefined) {
    stopPlaying(live);
    speak(live, `${live.sweep.labels[live.index]}.`);
  } else if (CALM.matches) {
    showNext(live);
    speakLater(live);
  } else {
    playOn(live);
  }
}

/** Show the next frame and come back for the one after it; say what is seen when it is over. */
function playOn(live) {
  if (showNext(live)) {
    live.playing = setTimeout(playOn, PLAY_PAUSE, live);
  } else {
    stopPlaying(live);
    speak(live, `${live.sweep.labels[live.index]}.`);
  }
}

/** Whether there are frames after the one that is shown now. */
function showNext(live) {
  const last = live.sweep.values.length - 1;
  live.index = live.index >= last ? 0 : live.index + 1;
  askForRedraw(live);
  return live.index < last;
}

function stopPlaying(live) {
  if (live.playing === undefined) return;
  clearTimeout(live.playing);
  live.playing = undefined;
  if (live.sweep?.plays) showPlay(live);
}

function showPlay(live) {
  const { play, sweep, playing } = live;
  if (!sweep.plays) return;
  play.textContent = CALM.matches ? NEXT : sweep.plays;
  play.ariaPressed = CALM.matches ? null : String(playing !== undefined);
}

/** Announce the key numbers, at a pace that can be listened to. */
function speakLater(live) {
  live.speechTimer ??= setTimeout(speak, SPEECH_PAUSE, live);
}

/** Say the key numbers of the present frame, after other words. */
function speak(live, ...words) {
  clearTimeout(live.speechTimer);
  live.speechTimer = undefined;
  const { readouts } = live.sweep;
  const numbers = readouts.map(({ name, texts }) => `${name}: ${texts[live.index]}`);
  live.spoken.textContent = [...words, numbers.join("; ")].join(" ");
}

// ---- The headline -----------------------------------------------------------------------------
// At rest Python's words stand above the figure. A frame that Python does not know of yet has its
// own; they take the place of Python's, whose elements are React's and stay as they are.

function showHeadline(live) {
  const { sweep, index, data } = live;
  const place = document.querySelector(`.${data.headline}`);
  const text = index === data.current ? undefined : sweep.headlines[index];
  if (!place || !text) return giveBack(live);
  if (live.headline?.parentElement !== place) {
    giveBack(live);
    live.headline = make("p", { className: "live-figure-headline" });
    keepHeight(place); // the slider does not move away under the hand
    place.append(live.headline);
    place.dataset.liveFigureAhead = "";
  }
  if (live.headline.dataset.text === text) return;
  live.headline.dataset.text = text;
  live.headline.replaceChildren(...emphasised(text));
  keepHeight(place);
}

/** No lower than it is now. */
function keepHeight(place) {
  place.style.minHeight = `${place.getBoundingClientRect().height}px`;
}

/** Python's words again. */
function giveBack(live) {
  const place = live.headline?.parentElement;
  live.headline?.remove();
  live.headline = undefined;
  if (!place) return;
  delete place.dataset.liveFigureAhead;
  place.style.minHeight = "";
}

/** "a **b** c" with b as a strong element; everything else is text. */
function emphasised(text) {
  return text.split("**").map((part, i) => (i % 2 ? make("strong", { textContent: part }) : part));
}

// ---- Drawing ----------------------------------------------------------------------------------

/** Draw soon; while a drawing is under way, any number of wishes makes one more. */
function askForRedraw(live, soon = requestAnimationFrame) {
  live.asked = true;
  if (live.busy) return;
  live.busy = true;
  soon(async () => {
    live.asked = false;
    await redraw(live).catch((error) => fail(live, error));
    live.busy = false;
    if (live.asked) askForRedraw(live);
  });
}

function isOnScreen({ root }) {
  const { top, bottom } = root.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}

/** What nobody sees yet does not keep waiting what somebody looks at. */
function whenIdle(draw) {
  if (window.requestIdleCallback) requestIdleCallback(draw, { timeout: LONGEST_WAIT });
  else setTimeout(draw, LONGEST_WAIT / 2);
}

async function redraw(live) {
  if (!live.figure || !live.root.isConnected) return;
  if (live.sweep) showNumbers(live);
  live.width ||= live.root.clientWidth; // the observer tells of it a frame later
  if (live.failed || live.width === 0) return;
  const plotly = await loadPlotly(live.data.asset);
  const { index } = live;
  live.height = heightOf(live);
  const picture = [live.dressing, index, live.width, live.height].join();
  if (live.picture === picture) return;
  live.graph.style.height = `${live.height}px`;
  const next = frame(live);
  makeRoomForLegend(next);
  const bones = skeleton(next);
  const sameBones = bones !== undefined && bones === live.bones;
  live.bones = undefined; // in case the drawing fails half-way
  live.graph.hidden = false;
  if (sameBones) await moveCurves(live.graph, plotly, next);
  else await plotly.react(live.graph, next.data, next.layout, config(live, plotly, next.layout));
  Object.assign(live, { picture, bones });
  live.failure.hidden = true;
  const { dataset } = live.root;
  if (live.sweep) dataset.frame = index;
  dataset.redraws = Number(dataset.redraws) + 1;
  if (dataset.ready === undefined) {
    dataset.ready = "";
    // The figure has a name and a table; a reader need not hear every tick label.
    for (const svg of live.graph.querySelectorAll(".main-svg")) svg.ariaHidden = "true";
  }
}

/** Of the graph in pixels. Of a page's first figure: what is above it leaves of the screen, found
 *  once, so that it does not change under the hand. On a slide: what is above and below leaves. */
function heightOf(live) {
  const { graph, root, page, width, data: { height, stage, fills } } = live;
  if (fills && !stage && width >= NARROW) {
    const screen = `${innerWidth} ${innerHeight}`;
    if (live.room?.screen !== screen) live.room = { screen, height: roomOf(graph, root, height) };
    return live.room.height;
  }
  if (!stage || !page) return height;
  graph.hidden = false;
  const scrolled = root.closest("[data-testid=stMain]")?.scrollTop ?? 0;
  const { top } = graph.getBoundingClientRect();
  const zoom = graph.currentCSSZoom ?? 1;
  const left = (innerHeight - top - scrolled - below(graph, page)) / zoom;
  return Math.max(LEAST_HEIGHT, Math.floor(left));
}

function roomOf(graph, root, height) {
  graph.hidden = false;
  const scrolled = root.closest("[data-testid=stMain]")?.scrollTop ?? 0;
  const left = innerHeight - graph.getBoundingClientRect().top - scrolled - UNDER_FIRST;
  return Math.floor(Math.min(Math.max(left, LEAST_FIRST), 2 * height));
}

/** Pixels of the screen that stand under an element in its own column, down to the page's end. */
function below(element, page) {
  const { paddingBottom } = getComputedStyle(page);
  let pixels = Number.parseFloat(paddingBottom) * (page.currentCSSZoom ?? 1);
  for (let node = element; node !== page; node = node.parentElement) {
    const { bottom } = node.getBoundingClientRect();
    const ends = [...node.parentElement.children].map((one) => one.getBoundingClientRect())
      .filter((box) => box.height > 1 && box.top >= bottom - 1).map((box) => box.bottom);
    pixels += Math.max(bottom, ...ends) - bottom;
  }
  return pixels;
}

/** What must stay the same for `moveCurves`: all but curves and shapes. Undefined if they cannot
 *  move by themselves: an axis would have to adapt, or a trace is not a line through numbers. */
function skeleton({ data, layout }) {
  const axes = Object.keys(layout).filter((key) => AXIS.test(key)).map((key) => layout[key]);
  const fixed = axes.length > 1 && axes.every((axis) => axis.range && !axis.autorange);
  const lines = data.every(({ type = "scatter", x, y }) =>
    type === "scatter" && areNumbers(x) && areNumbers(y));
  if (!fixed || !lines) return undefined;
  return JSON.stringify([data.map(({ x, y, ...rest }) => rest), { ...layout, shapes: undefined }]);
}

function areNumbers(list) {
  const isNumber = (item) => item === null || typeof item === "number";
  return ArrayBuffer.isView(list) || (Array.isArray(list) && list.every(isNumber));
}

/** Axes, legend and titles stay as they are, which takes 40% off the time of a redraw. */
async function moveCurves(graph, plotly, { data, layout }) {
  const curves = data.map(({ x, y }) => ({ x, y }));
  await plotly.animate(graph, { data: curves, traces: [...curves.keys()] }, AT_ONCE);
  const shapes = layout.shapes ?? [];
  if (shapes.length || graph.layout.shapes?.length) await plotly.relayout(graph, { shapes });
}

/** Where no axis can be moved, plotly's buttons would only lie over what is written there. */
function config(live, plotly, layout) {
  const axes = Object.keys(layout).filter((key) => AXIS.test(key)).map((key) => layout[key]);
  const fixed = axes.length > 0 && axes.every(({ fixedrange }) => fixedrange);
  const pictureAs = (format) => ({ name: `Save as ${format.toUpperCase()}`, icon: plotly.Icons.camera,
    click: (graph) => plotly.downloadImage(titled(graph, live.data),
      { ...PICTURE, format, filename: live.data.name }) });
  // Made once: plotly compares functions by identity, and builds a new graph for another one.
  live.buttons ??= [["zoom2d", "pan2d"], ["resetScale2d"], ["png", "svg"].map(pictureAs)];
  return {
    displayModeBar: fixed ? false : "hover",
    displaylogo: false,
    modeBarButtons: live.buttons,
  };
}

/** What is drawn, under its name and its headline; the page's font does not travel with a picture. */
function titled({ data, layout }, { name, headline }) {
  const said = document.querySelector(`.${headline}`)?.innerText ?? "";
  const lines = [...inLines(name, TITLE.letters), ...inLines(said, TITLE.letters)].map(literal);
  const title = { text: lines.join("<br>"), x: 0, xref: "paper", xanchor: "left", y: 1,
    yref: "container", yanchor: "top", pad: { t: TITLE.line }, font: { size: TITLE.size } };
  const margin = { ...layout.margin, t: layout.margin.t + TITLE.line * (lines.length + 0.5) };
  const font = { ...layout.font, family: "Arial, Helvetica, sans-serif" };
  return { data, layout: { ...layout, title, margin, font } };
}

/** An empty box helps nobody: say so, and offer the numbers. New data bring another try. */
function fail(live, error) {
  console.error(error);
  live.failed = true;
  live.failure.textContent =
    `The figure could not be drawn in this browser; the table ${
      live.details.hidden ? "on its page" : "below"} holds its numbers.`;
  live.failure.hidden = false;
  live.graph.hidden = true;
  live.details.open = true;
}

/** Data and layout of the present frame. plotly writes into what it is given (ranges, hidden
 *  traces), so it gets copies; the arrays, which it leaves alone, are shared. */
function frame({ figure, sweep, index, theme, width, height, data: { stage } }) {
  const data = figure.data.map((trace) => ({ ...trace }));
  const layout = { ...figure.layout };
  for (const column of sweep?.traces ?? []) put(data[column.trace], column.path, at(column, index));
  for (const column of sweep?.layout ?? []) put(layout, column.path, at(column, index));
  Object.assign(layout, { width, height, uirevision: layout.uirevision ?? "same" });
  dress(layout, theme, width < NARROW);
  keepDotsApart(data, layout);
  if (width < NARROW) keepWordsInside(data);
  if (stage) fitPanels(layout);
  return { data, layout };
}

/** Dots one unit apart do not merge in a small figure: `layout.meta.dot` is the share of a unit
 *  that one may fill. */
function keepDotsApart(data, layout) {
  const share = layout.meta?.dot;
  if (!share) return;
  const { width, height, margin, xaxis, yaxis } = layout;
  const unit = Math.min((width - margin.l - margin.r) / length(xaxis.range),
    (height - margin.t - margin.b) / length(yaxis.range));
  const most = Math.floor(share * unit);
  for (const [i, trace] of data.entries()) {
    if (!(trace.marker?.size > most)) continue;
    data[i] = { ...trace, marker: { ...trace.marker, size: most } };
  }
}

/** Words that stand in a narrow figure are no larger than those around it. */
function keepWordsInside(data) {
  for (const [i, trace] of data.entries()) {
    if (!(trace.textfont?.size > WORDS)) continue;
    data[i] = { ...trace, textfont: { ...trace.textfont, size: WORDS } };
  }
}

function length([from, to]) {
  return Math.abs(to - from);
}

/** On a small screen: of panels one above the other, each keeps its titles and ticks to itself. */
function fitPanels(layout) {
  const { height, margin, font } = layout;
  const room = height - margin.t - Math.max(margin.b, LINES_UNDER * font.size);
  const axes = Object.keys(layout).filter((key) => AXIS.test(key));
  const panels = axes.filter((key) => key[0] === "y" && layout[key].domain)
    .sort((a, b) => layout[b].domain[0] - layout[a].domain[0]);
  for (const key of panels) {
    const axis = layout[key];
    const below = panels.map((one) => layout[one]).find((one) => one.domain[1] <= axis.domain[0]);
    const under = axes.find((one) => one[0] === "x"
      && (layout[one].anchor ?? "y") === key.replace("axis", ""));
    if (below && layout[under]?.title?.text && layout[under].showticklabels !== false) {
      const least = below.domain[1] + (LINES_UNDER * font.size) / room;
      axis.domain = [Math.max(axis.domain[0], Math.min(least, axis.domain[1] - 0.1)), axis.domain[1]];
    }
    const pixels = length(axis.domain) * room;
    if (axis.tickvals === undefined) axis.nticks = Math.max(2, Math.floor(pixels / (1.6 * font.size)));
    if (axis.dtick !== undefined && axis.tickvals === undefined) delete axis.dtick;
    const text = axis.title?.text;
    if (!text) continue;
    const letters = Math.max(...text.split("<br>").map((line) => line.length));
    const size = Math.min(axis.title.font?.size ?? font.size, pixels / (LETTER_SHARE * letters));
    axis.title = { ...axis.title, font: { ...axis.title.font, size: Math.max(SMALLEST, size) } };
  }
}

/** What a column of the sweep holds for a frame; rows of numbers are views, not copies. */
function at({ entries, row: whole, since, rows, shape }, index) {
  if (entries) return entries[index];
  if (whole) return whole.rows.map((value, i) => (since.rows[i] <= index ? value : NaN));
  const size = shape.reduce((product, n) => product * n, 1);
  const row = rows.subarray(index * size, (index + 1) * size);
  if (shape.length === 1) return row;
  return Array.from({ length: shape[0] }, (_, i) => row.subarray(i * shape[1], (i + 1) * shape[1]));
}

/** Set a value at a path, copying what lies on the way. */
function put(target, path, value) {
  for (const part of path.slice(0, -1)) {
    target[part] = Array.isArray(target[part]) ? [...target[part]] : { ...target[part] };
    target = target[part];
  }
  target[path.at(-1)] = value;
}

// ---- Reading what came from Python ------------------------------------------------------------

/** The figure and its sweep, arrays decoded once, "var(--…)" replaced by the theme's values. */
function parse({ json, numbers }, root) {
  const style = getComputedStyle(root);
  return JSON.parse(json, (_, item) => {
    if (typeof item === "string" && item.startsWith("var(--")) {
      return style.getPropertyValue(item.slice(4, -1)).trim();
    }
    const type = NUMBER_TYPES[item?.dtype];
    if (type === undefined) return item;
    if ("offset" in item) return { ...item, rows: new type(numbers, item.offset, item.length) };
    return item.shape === undefined ? decode(type, item.bdata) : item; // plotly decodes matrices
  });
}

function decode(type, base64) {
  if (Uint8Array.fromBase64) return new type(Uint8Array.fromBase64(base64).buffer);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return new type(bytes.buffer);
}

// ---- Theme ------------------------------------------------------------------------------------

function readTheme(root) {
  const style = getComputedStyle(root);
  const read = (name) => style.getPropertyValue(`--st-${name}`).trim();
  return {
    text: read("text-color"),
    background: read("background-color"),
    panel: read("secondary-background-color"),
    grid: read("border-color-light"),
    line: read("border-color"),
    muted: read("gray-text-color"),
    font: read("font"),
  };
}

/** Colours and letters of the page on a layout, which is changed. */
function dress(layout, theme, narrow) {
  const base = layout.template?.layout ?? {};
  const axis = { gridcolor: theme.grid, zerolinecolor: theme.line, linecolor: theme.line,
    tickcolor: theme.line };
  // Checking tick labels against the edge takes a third of the time of a redraw.
  const templateAxis = { ...axis, ticklabeloverflow: "allow", automargin: true };
  layout.template = {
    ...layout.template,
    layout: {
      ...base,
      xaxis: { ...base.xaxis, ...templateAxis },
      yaxis: { ...base.yaxis, ...templateAxis },
      modebar: { bgcolor: "rgba(0,0,0,0)", color: theme.muted, activecolor: theme.text },
    },
  };
  for (const key of Object.keys(layout)) {
    if (AXIS.test(key)) layout[key] = { ...layout[key], ...axis };
  }
  layout.paper_bgcolor = theme.background; // not transparent, so that a downloaded image is right
  layout.plot_bgcolor = "rgba(0,0,0,0)";
  const size = layout.font?.size ?? base.font?.size ?? 16;
  layout.font = { ...layout.font, color: theme.text, family: theme.font,
    size: narrow ? Math.min(size, 13) : size };
  layout.margin ??= base.margin ?? { l: 10, r: 20, t: layout.title?.text ? 60 : 30, b: 10 };
  if (layout.hovermode?.includes?.("unified")) {
    layout.hoverlabel = { ...layout.hoverlabel, bgcolor: theme.panel };
  }
  const others = layout.annotations?.filter(({ name }) => name !== LINE_END);
  if (others?.length < layout.annotations?.length) {
    if (narrow) layout.annotations = others;
    else layout.showlegend = false;
  }
  if (narrow) {
    layout.legend = { ...layout.legend, orientation: "h", yref: "container", yanchor: "bottom",
      y: 0, xanchor: "left", x: 0 };
    for (const key of Object.keys(layout)) {
      if (AXIS.test(key)) breakTitle(layout[key], key[0] === "x" ? layout.width : layout.height);
    }
  }
}

/** Plotly draws a figure twice whose legend does not fit above it at first: so it fits at once, if
 *  it is one line. The layout is changed. */
function makeRoomForLegend({ data, layout }) {
  const { legend, height, margin, font } = layout;
  const named = data.filter(({ showlegend }) => showlegend !== false);
  const told = named.length > 1 || named.some(({ showlegend }) => showlegend);
  if (!(layout.showlegend ?? told) || legend?.yanchor !== "bottom") return;
  const gap = (legend.y ?? 1) - 1; // of the height between the margins, which the room itself takes
  if (!(gap > 0)) return;
  const room = (font.size + AROUND_LEGEND + gap * (height - margin.b)) / (1 + gap);
  layout.margin = { ...margin, t: Math.max(margin.t, Math.ceil(room)) };
}

/** Make a title no longer than its axis; the axis is a copy already. */
function breakTitle(axis, size) {
  if (!axis.title?.text) return;
  const [from, to] = axis.domain ?? [0, 1];
  const most = Math.max(8, Math.floor(((to - from) * (size - OUTSIDE)) / LETTER));
  axis.title = { ...axis.title, text: inLines(axis.title.text, most).join("<br>") };
}

/** Words in lines of so many letters; a longer word stands by itself. */
function inLines(text, most) {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length <= most || !lines.at(-1)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

// ---- plotly.js --------------------------------------------------------------------------------

/** One copy for the browser tab, whichever component asks first; a failure may be retried. */
function loadPlotly(file) {
  window.hetdpPlotly ??= loadFirst(addresses(file)).catch((error) => {
    delete window.hetdpPlotly;
    throw error;
  });
  return window.hetdpPlotly;
}

/** Pages live one level below the app's root, like the files; at the root of an app that is
 *  served below a path, the address may lack its last slash. */
function addresses(file) {
  const root = `${location.origin}${location.pathname.replace(/\/$/, "")}/`;
  return [new URL(`app/static/${file}`, document.baseURI), new URL(`app/static/${file}`, root)];
}

async function loadFirst([address, ...others]) {
  try {
    await loadScript(address);
    if (window.Plotly) return window.Plotly;
    throw new Error(`${address} is not plotly.js`);
  } catch (error) {
    if (others.length === 0) throw error;
    return loadFirst(others);
  }
}

function loadScript(address) {
  return new Promise((resolve, reject) => {
    const script = make("script", { src: address, onload: resolve });
    script.onerror = () => {
      script.remove();
      reject(new Error(`${address} could not be loaded`));
    };
    document.head.append(script);
  });
}

// ---- Taking it away ---------------------------------------------------------------------------

/** Ask Python for a file of the figure, under a token by which its answer is known. */
function fetchFile(live, ending) {
  live.saved.textContent = `Preparing ${FILES[ending]} …`;
  live.wanted = `${Date.now()}-${Math.random()}`;
  live.ask({ ending, token: live.wanted });
}

/** Save what Python answers, once. */
function receive(live) {
  const { file, stem } = live.data;
  if (!file || file.token !== live.wanted) return;
  live.wanted = undefined;
  const address = URL.createObjectURL(new Blob([file.text], { type: file.type }));
  const download = `${stem}.${file.ending}`;
  make("a", { href: address, download }).click();
  live.saved.textContent = `Saved ${download}`;
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER);
}

/** Plotly takes text for HTML; a name is to be shown as it is, and may be that of a column. */
function literal(text) {
  return text.replace(/[&<>]/g, (mark) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[mark]);
}

// ---- The table --------------------------------------------------------------------------------

function fillTable(live) {
  if (!live.data.table) return;
  const { caption, columns, rows } = live.data.table;
  const cell = (tag, textContent, scope) => make(tag, { textContent, ...(scope && { scope }) });
  const table = make("table", {},
    make("caption", { textContent: caption }),
    make("thead", {}, make("tr", {}, ...columns.map((name) => cell("th", name, "col")))),
    make("tbody", {}, ...rows.map(([first, ...others]) =>
      make("tr", {}, cell("th", first, "row"), ...others.map((text) => cell("td", text))))));
  const box = make("div", { className: "live-figure-scroll", tabIndex: 0 }, table);
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", caption);
  live.details.querySelector(".live-figure-scroll")?.remove();
  live.details.append(box);
}
