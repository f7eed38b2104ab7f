// A number in one row: a slider over the values people use, if there are such, and an entry that
// takes any the control accepts. Both always say the same. The live figure has such a row too.

const KEYBOARD_PAUSE = 300; // ms without a key before a value is released
const SIDEWAYS = 8; // pixels; a finger that has gone so far does not scroll

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** moved(stop) while the thumb moves, released(stop) when it rests, typed(number) on an entry. */
function makeRow({ moved, released, typed }) {
  const row = {
    slider: make("input", { type: "range", min: 0, step: 1 }),
    entry: make("input", { inputMode: "decimal", autocomplete: "off", spellcheck: false,
      className: "number-row-entry" }),
    label: make("span"),
    help: make("button", { type: "button", textContent: "?", className: "number-row-help", hidden: true }),
    explained: make("div", { popover: "auto", className: "number-row-explained" }),
    ends: [make("span"), make("span")],
    refusal: make("div", { className: "number-row-refusal", role: "alert", hidden: true }),
    limits: null,
  };
  row.root = make("div", { className: "number-row" },
    make("div", { className: "number-row-heading" }, row.label, row.help, row.explained),
    make("div", { className: "number-row-line" }, row.slider, row.entry),
    make("div", { className: "number-row-ends" }, ...row.ends), row.refusal);
  /** Whether somebody is about to set it, so that news must wait. */
  row.held = () => row.dragging || row.typing || row.timer !== undefined;
  explainBeside(row.help, row.explained);
  listenToSlider(row, moved, released);
  listenToEntry(row, typed);
  return row;
}

const WIDEST = 408; // px: what is explained, and a margin

/** Explain on hover, as Streamlit does, and on a click or a key, beside the button. */
function explainBeside(button, box) {
  button.popoverTargetAction = "show";
  button.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && box.showPopover());
  button.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && box.hidePopover());
  box.addEventListener("beforetoggle", () => {
    const { top, bottom, right } = button.getBoundingClientRect();
    const side = Math.min(innerWidth - right, Math.max(24, innerWidth - WIDEST));
    box.style.inset = top > innerHeight / 2
      ? `auto ${side}px ${innerHeight - top + 8}px auto` : `${bottom + 8}px ${side}px auto auto`;
  });
}

/** A finger may mean to scroll: until it has gone sideways, or is lifted, it has moved nothing. */
function listenToSlider(row, moved, released) {
  const { slider } = row;
  let start;
  const decide = () => {
    row.undecided = false;
    if (slider.valueAsNumber !== start.stop) moved(slider.valueAsNumber);
  };
  const acts = {
    pointerdown: ({ pointerType, clientX }) => {
      start = { x: clientX, stop: slider.valueAsNumber };
      Object.assign(row, { dragging: true, keys: false, undecided: pointerType === "touch", lost: false });
    },
    pointermove: ({ clientX }) => {
      if (row.undecided && Math.abs(clientX - start.x) > SIDEWAYS) decide();
    },
    pointerup: () => (row.dragging = false),
    pointercancel: () => {
      slider.value = start.stop;
      if (!row.undecided) moved(start.stop);
      Object.assign(row, { dragging: false, undecided: false, lost: true });
    },
    keydown: () => Object.assign(row, { keys: true, lost: false }),
  };
  for (const [event, act] of Object.entries(acts)) slider.addEventListener(event, act);
  const release = () => {
    row.timer = undefined;
    released(slider.valueAsNumber);
  };
  slider.addEventListener("input", () => {
    if (row.lost) slider.value = start.stop;
    else if (!row.undecided) moved(slider.valueAsNumber);
  });
  slider.addEventListener("change", () => {
    row.dragging = false;
    if (row.lost) return;
    if (row.undecided) decide();
    clearTimeout(row.timer);
    if (row.keys) row.timer = setTimeout(release, KEYBOARD_PAUSE);
    else release();
  });
}

function listenToEntry(row, typed) {
  const { entry } = row;
  entry.addEventListener("input", () => (row.typing = true));
  entry.addEventListener("change", () => {
    row.typing = false;
    const text = entry.value.replace(/^.*=/, ""), number = numberTyped(text);
    // Of a whole number a point says nothing, or what it groups: 10.000 is not taken for ten.
    const fits = !row.whole || (Number.isInteger(number) && !text.includes("."));
    const usable = fits && number >= row.limits[0] && number <= row.limits[1];
    const written = row.limits.map((one) => one.toLocaleString("en", { maximumSignificantDigits: 9 }));
    refuse(row, usable ? "" : `${row.whole ? "whole, " : ""}from ${written[0]} to ${written[1]}`);
    if (usable) typed(number);
  });
  entry.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    row.typing = false;
    entry.value = entry.defaultValue;
    refuse(row, "");
  });
}

/** Read as numerals.py does: as numbers are shown here, with a point before decimals and commas
 *  between thousands; where it cannot be that, the other way round. */
function numberTyped(text) {
  const plain = text.trim().replaceAll("−", "-");
  const point = Object.keys(NUMERALS).find((mark) => NUMERALS[mark].test(plain));
  if (!point) return NaN;
  return Number(plain.replace(new RegExp(`[^-+\\de${point}]`, "gi"), "").replace(point, "."));
}

const NUMERALS = { ".": numeral(".", ","), ",": numeral(",", ".") };

/** What a number may look like with this decimal mark; the other one may group thousands. */
function numeral(point, other) {
  const grouped = `[1-9]\\d{0,2}(?<mark>[${other}'’\\s])\\d{3}(\\k<mark>\\d{3})*`;
  return new RegExp(`^[+-]?((${grouped}|\\d+)([${point}]\\d*)?|[${point}]\\d+)(e[+-]?\\d+)?$`, "i");
}

function refuse(row, words) {
  row.entry.ariaInvalid = String(words !== "");
  row.refusal.hidden = words === "";
  row.refusal.textContent = words;
}

/** limits: [least, most] that may be typed, or null where only the slider's stops can be had; texts:
 *  of the stops, none where there is no slider; whole: whether only whole numbers may be typed. */
function describeRow(row, { label, help = "", ends, texts, limits, whole = false }) {
  const { slider, entry } = row, stops = texts.length;
  const widest = Math.max(4, ...texts.map((text) => text.length)); // the slider keeps its length
  Object.assign(row, { limits, whole, widest });
  slider.hidden = stops === 0;
  slider.ariaLabel = stops ? label : null;
  Object.assign(slider, { max: stops - 1, ariaDescription: help });
  const name = label.replace(/ =$/, "");
  row.label.textContent = name;
  Object.assign(entry, { ariaLabel: stops ? `${name}, exact value` : name, ariaDescription: help,
    readOnly: limits === null, tabIndex: limits === null ? -1 : 0 });
  Object.assign(row.help, { hidden: !help, ariaLabel: `What is “${name}”?` });
  row.help.popoverTargetElement = row.explained;
  row.explained.textContent = help;
  ends.forEach((words, i) => (row.ends[i].textContent = words));
}

function showRow(row, stop, text) {
  const { slider, entry } = row;
  slider.value = stop;
  slider.ariaValueText = text;
  if (row.typing) return;
  if (entry.defaultValue !== text) refuse(row, "");
  entry.value = entry.defaultValue = text;
  entry.size = Math.max(row.widest, text.length);
}
