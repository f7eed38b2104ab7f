// The browser's half of the live figure: `build`, `update`, `dismantle`. Streamlit calls them through
// streamlit.js with what __init__.py sends; the site without a server through site.js.
//
// One rule holds it together: whatever happens (a drag, new data, another theme, another width)
// only changes what *should* be seen and calls `askForRedraw`. One place draws, with
// `Plotly.react` on the one graph, and skips the work if that picture is already there.

const NARROW = 560; // pixels; below it the legend moves under the figure, and titles break
const LETTERS = 13; // pixels of letters in a narrow figure, at most
const WORDS = 12; // pixels of the letters of words that stand in a narrow figure
const LETTER = 6.4; // pixels; about the width of a letter of a title in a narrow figure
const LETTER_SHARE = 0.45; // width of a letter of a title, in its size
const SMALLEST = 9; // pixels of the letters of a title where its panel is low
const LINES_UNDER = 4.2; // letters' heights that ticks and title of an axis take under a panel
const ABOVE = 56; // pixels above the axes of a figure whose legend is one line there
const OUTSIDE = 80; // pixels beside or below the axes of a narrow figure
const LINE_END = "line end"; // of annotations; see `theme.py`
const SPEECH_PAUSE = 800; // ms between two announcements of the key numbers
const LONGEST_WAIT = 400; // ms until a figure is drawn that nobody sees yet
const PLAY_PAUSE = 500; // ms that a frame stays while frames are played
const NEXT = "Show the next one"; // instead of playing, for whoever wants less motion
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const LEAST_HEIGHT = 200; // pixels of a graph on a slide, however much is above and below it
const LEAST_FIRST = 320; // pixels of the graph of a page's first figure
const UNDER_FIRST = 48; // pixels left on the first screen for the line of numbers and files
const PICTURE = { width: 1200, height: 675, scale: 2 }; // of a downloaded picture, in pixels
const TITLE = { size: 17, line: 24, letters: 115 }; // of a picture: pixels, and letters in a line
const AXIS = /^[xy]axis\d*$/;
const AT_ONCE = {
  mode: "immediate", frame: { duration: 0, redraw: false }, transition: { duration: 0 },
};

// ---- Life of a figure -------------------------------------------------------------------------

/** Whoever builds it says how plotly.js comes, `live.plotly`, and whom it tells of a release and of a
 *  failure, `live.release`, `live.fails`. */
function build(parent) {
  const row = makeRow({
    moved: (stop) => {
      stopPlaying(live);
      show(live, stop);
      speakLater(live);
    },
    released: () => releaseValue(live, live.sweep.values[live.index]),
    typed: (number) => releaseValue(live, number),
  });
  for (const touch of ["pointerdown", "keydown"]) { // where the thumb is there already, none moves
    row.slider.addEventListener(touch, () => stopPlaying(live));
  }
  row.root.classList.add("live-figure-control");
  row.root.hidden = true;
  const play = make("button", { type: "button", className: "live-figure-play", hidden: true,
    onclick: () => pressPlay(live) });
  const readouts = make("dl", { className: "live-figure-readouts", hidden: true });
  const graph = make("div", { className: "live-figure-graph", role: "figure" });
  const failure = make("p", { className: "live-figure-failure", hidden: true, role: "alert" });
  const spoken = make("div", { className: "live-figure-spoken", ariaLive: "polite" });
  const root = make("div", { className: "live-figure" },
    make("div", { className: "live-figure-top" }, play, row.root, readouts), graph, failure, spoken);
  root.dataset.redraws = 0;

  const live = {
    root, play, row, readouts, graph, failure, spoken,
    ahead: make("p", { className: "live-figure-headline" }),
    index: 0, // of the frame that should be seen
    serial: 0, // of the last release
    looks: 0, // how often data or theme changed
    width: 0,
  };
  live.observer = new ResizeObserver(() => {
    live.width = Math.floor(root.clientWidth);
    if (live.data) askForRedraw(live);
  });
  live.observer.observe(root);
  parent.append(root);
  live.page = root.closest("[data-testid=stMainBlockContainer]");
  if (live.page) live.observer.observe(live.page); // what is above and below it may change
  live.refit = () => askForRedraw(live);
  for (const event of ["stage", "resize"]) window.addEventListener(event, live.refit); // as may the screen
  return live;
}

async function update(live, data) {
  live.data = data;
  live.failed = false;
  live.graph.style.height ||= `${data.height}px`; // keeps the place until it is drawn
  live.graph.ariaLabel = data.name;
  const content = data.content ?? await parcel(data.digest).promise;
  if (live.data !== data) return; // newer data came while this waited for its sweep
  const written = inColours(content, live.root);
  if (live.written !== written) {
    stopPlaying(live);
    Object.assign(live, { written, looks: live.looks + 1, ...JSON.parse(written) });
    fillControl(live);
  }
  if (live.sweep) follow(live);
  askForRedraw(live, soonIfSeen(live));
}

function dismantle(live) {
  live.observer.disconnect();
  for (const event of ["stage", "resize"]) window.removeEventListener(event, live.refit);
  for (const timer of [live.row.timer, live.speechTimer, live.playing]) clearTimeout(timer);
  window.Plotly?.purge(live.graph);
  giveBack(live);
  live.root.remove();
}

/** "var(--…)" replaced by what the page has for it. */
function inColours(content, root) {
  const style = getComputedStyle(root);
  const value = (_, name) => JSON.stringify(style.getPropertyValue(name).trim()).slice(1, -1);
  return content.replace(/var\((--[\w-]+)\)/g, value);
}

// A sweep travels in a neighbouring element, so that it is sent only when it changes.

const MOST_PARCELS = 24; // that are kept, for figures that move to another place
const parcels = new Map(); // digest -> promise of figure and sweep, and what fulfils it

function parcel(digest) {
  if (!parcels.has(digest)) parcels.set(digest, Promise.withResolvers());
  if (parcels.size > MOST_PARCELS) parcels.delete(parcels.keys().next().value);
  return parcels.get(digest);
}

// ---- The slider -------------------------------------------------------------------------------

/** Say what there is at a frame, and draw it soon. */
function show(live, index) {
  live.index = index;
  showNumbers(live);
  askForRedraw(live);
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
  const news = reports || live.toldOf !== `${digest} ${current}`;
  live.toldOf = `${digest} ${current}`;
  if (news && !live.row.held() && !live.playing && answers >= live.serial) {
    live.index = current;
    live.serial = answers;
  }
  live.root.dataset.answers = answers;
  live.index = Math.min(live.index, live.sweep.values.length - 1);
  showNumbers(live);
}

function fillControl({ sweep, row, data, play, readouts }) {
  row.root.hidden = !sweep;
  play.hidden = !sweep?.plays;
  readouts.hidden = !sweep?.readouts.length;
  if (!sweep) return;
  describeRow(row, { label: sweep.control, ends: sweep.ends, stops: sweep.values.length,
    limits: data.limits });
  readouts.replaceChildren(...sweep.readouts.map(({ name }) =>
    make("div", {}, make("dt", { textContent: name }), make("dd"))));
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
  showPlay(live);
}

// ---- Playing ------------------------------------------------------------------------------------
// Frames in their order, from where they are; after the last one from the first. Nobody is asked and
// nobody is told: what is played is in the browser, and at its end the figure is what it was.

function pressPlay(live) {
  if (live.playing) {
    stopPlaying(live);
    speak(live, `${live.sweep.labels[live.index]}.`);
  } else {
    playOn(live);
  }
}

/** Show the next frame and come back for the one after it; say what is seen when it is over. */
function playOn(live) {
  const last = live.sweep.values.length - 1;
  const next = live.index >= last ? 0 : live.index + 1;
  const goesOn = next < last && !CALM.matches;
  live.playing = goesOn ? setTimeout(playOn, PLAY_PAUSE, live) : undefined;
  show(live, next);
  if (CALM.matches) speakLater(live);
  else if (!goesOn) speak(live, `${live.sweep.labels[next]}.`);
}

function stopPlaying(live) {
  clearTimeout(live.playing);
  live.playing = undefined;
  if (live.sweep) showPlay(live);
}

function showPlay({ play, sweep, playing }) {
  play.textContent = CALM.matches ? NEXT : sweep.plays;
  play.ariaPressed = CALM.matches ? null : playing !== undefined;
}

/** Announce the key numbers, at a pace that can be listened to. */
function speakLater(live) {
  live.speechTimer ??= setTimeout(speak, SPEECH_PAUSE, live);
}

/** Say the key numbers of the frame that should be seen, after other words. */
function speak(live, ...words) {
  clearTimeout(live.speechTimer);
  live.speechTimer = undefined;
  const numbers = live.sweep.readouts.map(({ name, texts }) => `${name}: ${texts[live.index]}`);
  live.spoken.textContent = [...words, numbers.join("; ")].join(" ");
}

// ---- The headline -----------------------------------------------------------------------------
// At rest Python's words stand above the figure. A frame that Python does not know of yet has its
// own; they take the place of Python's, whose elements are React's and stay as they are.

function showHeadline(live) {
  const { ahead, sweep, index, data } = live;
  const place = document.querySelector(`.${data.headline}`);
  const text = index === data.current ? undefined : sweep.headlines[index];
  if (!place || !text) return giveBack(live);
  const height = place.getBoundingClientRect().height;
  place.style.minHeight = `${height}px`; // no lower: the slider stays under the hand
  if (ahead.parentElement !== place) place.append(ahead);
  ahead.replaceChildren(...emphasised(text));
}

/** Python's words again. */
function giveBack({ ahead }) {
  if (ahead.parentElement) ahead.parentElement.style.minHeight = "";
  ahead.remove();
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

/** At once, and not at the next frame; what nobody sees yet waits until the browser is idle. */
function soonIfSeen({ root }) {
  const { top, bottom } = root.getBoundingClientRect();
  if (top < innerHeight && bottom > 0) return queueMicrotask;
  if (!window.requestIdleCallback) return setTimeout;
  return (draw) => requestIdleCallback(draw, { timeout: LONGEST_WAIT });
}

async function redraw(live) {
  const { graph, root, index } = live;
  live.width ||= root.clientWidth; // the observer tells of it a frame later
  if (!live.figure || live.failed || live.width === 0) return;
  const plotly = await live.plotly();
  if (!root.isConnected) return;
  live.height = heightOf(live);
  const picture = [live.looks, index, live.width, live.height].join();
  if (live.picture === picture) return;
  graph.style.height = `${live.height}px`;
  const next = frame(live, index);
  const bones = skeleton(next);
  const sameBones = bones !== undefined && bones === live.bones;
  live.bones = undefined; // in case the drawing fails half-way
  graph.hidden = false;
  if (sameBones) await moveCurves(graph, plotly, next);
  else await plotly.react(graph, next.data, next.layout, config(live, plotly, next.layout));
  Object.assign(live, { picture, bones });
  live.failure.hidden = true;
  if (live.sweep) root.dataset.frame = index;
  root.dataset.redraws = Number(root.dataset.redraws) + 1;
  root.dataset.ready = "";
  // The figure has a name and a table; a reader need not hear every tick label.
  for (const svg of graph.querySelectorAll(".main-svg")) svg.ariaHidden = "true";
}

/** Of the graph in pixels. Of a page's first figure: what is above it leaves of the screen, found
 *  once, so that it does not change under the hand. On a slide: what is above and below leaves. */
function heightOf(live) {
  const { graph, page, width, data: { height, stage, fills } } = live;
  if (!page || !(stage || (fills && width >= NARROW))) return height;
  const screen = `${innerWidth} ${innerHeight}`;
  if (!stage && live.room?.screen === screen) return live.room.height;
  graph.hidden = false;
  const scrolled = page.closest("[data-testid=stMain]")?.scrollTop ?? 0;
  const under = stage ? below(graph, page) : UNDER_FIRST;
  const left = innerHeight - graph.getBoundingClientRect().top - scrolled - under;
  const room = stage ? Math.max(left / (graph.currentCSSZoom ?? 1), LEAST_HEIGHT)
    : Math.min(Math.max(left, LEAST_FIRST), 2 * height);
  live.room = { screen, height: Math.floor(room) };
  return live.room.height;
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
  const fixed = axesOf(layout).every((key) => layout[key].range && !layout[key].autorange);
  const lines = data.every(({ type = "scatter", x, y }) =>
    type === "scatter" && areNumbers(x) && areNumbers(y));
  if (!fixed || !lines) return undefined;
  return JSON.stringify([data.map(({ x, y, ...rest }) => rest), { ...layout, shapes: undefined }]);
}

function areNumbers(list) {
  const isNumber = (item) => item === null || typeof item === "number";
  return list?.bdata !== undefined || (Array.isArray(list) && list.every(isNumber));
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
  const pictureAs = (format) => ({ name: `Save as ${format.toUpperCase()}`, icon: plotly.Icons.camera,
    click: (graph) => plotly.downloadImage(titled(graph, live.data),
      { ...PICTURE, format, filename: live.data.name }) });
  // Made once: plotly compares functions by identity, and builds a new graph for another one.
  live.buttons ??= [["zoom2d", "pan2d"], ["resetScale2d"], ["png", "svg"].map(pictureAs)];
  return {
    displayModeBar: axesOf(layout).every((key) => layout[key].fixedrange) ? false : "hover",
    displaylogo: false,
    modeBarButtons: live.buttons,
  };
}

/** What is drawn, under its name and its headline; the page's font does not travel with a picture. */
function titled({ data, layout }, { name, headline }) {
  const said = document.querySelector(`.${headline}`)?.innerText ?? "";
  const lines = [name, said].flatMap((text) => inLines(text, TITLE.letters)).map(literal);
  const title = { text: lines.join("<br>"), x: 0, xref: "paper", xanchor: "left", y: 1,
    yref: "container", yanchor: "top", pad: { t: TITLE.line }, font: { size: TITLE.size } };
  const margin = { ...layout.margin, t: layout.margin.t + TITLE.line * (lines.length + 0.5) };
  const font = { ...layout.font, family: "Arial, Helvetica, sans-serif" };
  return { data, layout: { ...layout, title, margin, font } };
}

/** Plotly takes text for HTML; a name is to be shown as it is, and may be that of a column. */
function literal(text) {
  return text.replace(/[&<>]/g, (mark) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[mark]);
}

/** An empty box helps nobody: say so, and where the numbers are. New data bring another try. */
function fail(live, error) {
  console.error(error);
  live.failed = true;
  live.failure.textContent = `The figure could not be drawn in this browser; the table ${
    live.data.numbers ? "below" : "on its page"} holds its numbers.`;
  live.failure.hidden = false;
  live.graph.hidden = true;
  live.fails();
}

// ---- A frame ----------------------------------------------------------------------------------

/** Data and layout of a frame. plotly writes into what it is given (ranges, hidden traces), so it
 *  gets copies; long rows of numbers, which it leaves alone, are shared. */
function frame({ figure, sweep, width, height, data: { stage } }, index) {
  const next = { data: figure.data.map((trace) => ({ ...trace })), layout: { ...figure.layout } };
  for (const column of sweep?.moving ?? []) put(next, column.path, at(column, index));
  const { data, layout } = next;
  for (const key of axesOf(layout)) layout[key] = { ...layout[key] };
  Object.assign(layout, { width, height, font: { ...layout.font } });
  if (width < NARROW) narrow(data, layout);
  else nameOnce(data, layout);
  keepDotsApart(data, layout);
  if (stage) fitPanels(layout);
  return next;
}

/** What a column of the sweep holds for a frame: an entry, or as much of a row as is seen then.
 *  Entries are copied, for plotly mixes two that it is given after each other. */
function at({ entries, row, since }, index) {
  if (row) return row.map((value, i) => (since[i] <= index ? value : null));
  return entries[index]?.bdata ? { ...entries[index] } : entries[index];
}

/** Set a value at a path, copying what lies on the way. */
function put(target, path, value) {
  for (const part of path.slice(0, -1)) {
    target[part] = Array.isArray(target[part]) ? [...target[part]] : { ...target[part] };
    target = target[part];
  }
  target[path.at(-1)] = value;
}

/** No legend where names stand at lines; else room for it at once: plotly draws a figure twice whose
 *  legend does not fit above it at first. */
function nameOnce(data, layout) {
  if (layout.annotations?.some(({ name }) => name === LINE_END)) layout.showlegend = false;
  const named = data.filter(({ showlegend }) => showlegend !== false);
  if (!(layout.showlegend ?? (named.length > 1 || named[0]?.showlegend))) return;
  if (layout.legend?.y > 1) layout.margin = { ...layout.margin, t: Math.max(layout.margin.t, ABOVE) };
}

/** The legend under the figure in place of names at lines, smaller letters, titles in several lines. */
function narrow(data, layout) {
  const { width, height } = layout;
  layout.font.size = Math.min(layout.font.size, LETTERS);
  layout.annotations = layout.annotations?.filter(({ name }) => name !== LINE_END);
  layout.legend = { ...layout.legend, orientation: "h", yref: "container", yanchor: "bottom", y: 0,
    xanchor: "left", x: 0 };
  for (const key of axesOf(layout)) {
    const axis = layout[key];
    if (!axis.title?.text) continue;
    const [from, to] = axis.domain ?? [0, 1];
    const pixels = (to - from) * ((key[0] === "x" ? width : height) - OUTSIDE);
    const lines = inLines(axis.title.text, Math.max(8, Math.floor(pixels / LETTER)));
    axis.title = { ...axis.title, text: lines.join("<br>") };
  }
  for (const trace of data) {
    if (trace.textfont?.size > WORDS) trace.textfont = { ...trace.textfont, size: WORDS };
  }
}

/** Dots one unit apart do not merge in a small figure: `layout.meta.dot` is the share of a unit
 *  that one may fill. */
function keepDotsApart(data, { meta, width, height, margin, xaxis, yaxis }) {
  if (!meta?.dot) return;
  const unit = Math.min((width - margin.l - margin.r) / Math.abs(xaxis.range[1] - xaxis.range[0]),
    (height - margin.t - margin.b) / Math.abs(yaxis.range[1] - yaxis.range[0]));
  for (const trace of data) {
    if (!trace.marker) continue;
    trace.marker = { ...trace.marker, size: Math.min(trace.marker.size, Math.floor(meta.dot * unit)) };
  }
}

/** On a small screen: of panels one above the other, each keeps its titles and ticks to itself. */
function fitPanels(layout) {
  const { height, margin, font } = layout;
  const room = height - margin.t - Math.max(margin.b, LINES_UNDER * font.size);
  const panels = axesOf(layout).filter((key) => key[0] === "y" && layout[key].domain)
    .sort((a, b) => layout[b].domain[0] - layout[a].domain[0]);
  for (const key of panels) {
    const axis = layout[key];
    const below = panels.map((one) => layout[one]).find((one) => one.domain[1] <= axis.domain[0]);
    const under = layout[axesOf(layout).find((one) => one[0] === "x"
      && (layout[one].anchor ?? "y") === key.replace("axis", ""))];
    if (below && under?.title?.text && under.showticklabels !== false) {
      const least = below.domain[1] + (LINES_UNDER * font.size) / room;
      axis.domain = [Math.max(axis.domain[0], Math.min(least, axis.domain[1] - 0.1)), axis.domain[1]];
    }
    const pixels = (axis.domain[1] - axis.domain[0]) * room;
    if (axis.tickvals === undefined) {
      axis.nticks = Math.max(2, Math.floor(pixels / (1.6 * font.size)));
      delete axis.dtick;
    }
    if (!axis.title?.text) continue;
    const letters = Math.max(...axis.title.text.split("<br>").map((line) => line.length));
    const size = Math.min(axis.title.font?.size ?? font.size, pixels / (LETTER_SHARE * letters));
    axis.title = { ...axis.title, font: { ...axis.title.font, size: Math.max(SMALLEST, size) } };
  }
}

function axesOf(layout) {
  return Object.keys(layout).filter((key) => AXIS.test(key));
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
