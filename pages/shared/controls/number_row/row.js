// A number in one row: a slider over the values people use, and an entry that takes any the
// control accepts. Both always say the same. The live figure's own control is such a row too.

const KEYBOARD_PAUSE = 300; // ms without a key before a value is released

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
    help: make("span", { textContent: "?", className: "number-row-help", hidden: true }),
    ends: [make("span"), make("span")],
    refusal: make("div", { className: "number-row-refusal", role: "alert", hidden: true }),
    limits: null,
  };
  row.root = make("div", { className: "number-row" },
    make("div", { className: "number-row-heading" }, row.label, row.help),
    make("div", { className: "number-row-line" }, row.slider, row.entry),
    make("div", { className: "number-row-ends" }, ...row.ends), row.refusal);
  /** Whether somebody is about to set it, so that news must wait. */
  row.held = () => row.dragging || row.typing || row.timer !== undefined;
  listenToSlider(row, moved, released);
  listenToEntry(row, typed);
  return row;
}

function listenToSlider(row, moved, released) {
  const { slider } = row;
  const states = {
    pointerdown: { dragging: true, keys: false },
    pointerup: { dragging: false },
    pointercancel: { dragging: false },
    keydown: { keys: true },
  };
  for (const [event, state] of Object.entries(states)) {
    slider.addEventListener(event, () => Object.assign(row, state));
  }
  const release = () => {
    row.timer = undefined;
    released(slider.valueAsNumber);
  };
  slider.addEventListener("input", () => moved(slider.valueAsNumber));
  slider.addEventListener("change", () => {
    row.dragging = false;
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
    const number = numberTyped(entry.value.replace(/^.*=/, ""));
    const usable = number >= row.limits[0] && number <= row.limits[1];
    const written = row.limits.map((one) => one.toLocaleString("en", { maximumSignificantDigits: 9 }));
    refuse(row, usable ? "" : `from ${written[0]} to ${written[1]}`);
    if (usable) typed(number);
  });
  entry.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    row.typing = false;
    entry.value = entry.defaultValue;
    refuse(row, "");
  });
}

/** Commas as they are shown group thousands; another one, by itself, is a decimal comma. */
function numberTyped(text) {
  const plain = text.trim().replace("−", "-");
  if (/^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(plain)) return Number(plain.replaceAll(",", ""));
  return plain ? Number(plain.includes(".") ? plain : plain.replace(",", ".")) : NaN;
}

function refuse(row, words) {
  row.entry.ariaInvalid = String(words !== "");
  row.refusal.hidden = words === "";
  row.refusal.textContent = words;
}

/** limits: [least, most] that may be typed, or null where only the slider's stops can be had. */
function describeRow(row, { label, help = "", ends, stops, limits }) {
  const { slider, entry } = row;
  row.limits = limits;
  row.label.textContent = slider.ariaLabel = label;
  Object.assign(slider, { max: stops - 1, ariaDescription: help });
  Object.assign(entry, { ariaLabel: `${label.replace(/ =$/, "")}, exact value`,
    readOnly: limits === null, tabIndex: limits === null ? -1 : 0 });
  Object.assign(row.help, { title: help, hidden: !help });
  ends.forEach((words, i) => (row.ends[i].textContent = words));
}

function showRow(row, stop, text) {
  const { slider, entry } = row;
  slider.value = stop;
  slider.ariaValueText = text;
  if (row.typing) return;
  if (entry.defaultValue !== text) refuse(row, "");
  entry.value = entry.defaultValue = text;
  entry.size = Math.max(4, text.length);
}
