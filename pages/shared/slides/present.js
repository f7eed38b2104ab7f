// Keys of the mode for presenting; pages/shared/slides/__init__.py is the other half.

const TURNS = {
  ArrowRight: "next", PageDown: "next", " ": "next",
  ArrowLeft: "back", PageUp: "back", Home: "first", End: "last", Escape: "leave",
};
const MOVES = { ArrowUp: "stepUp", ArrowDown: "stepDown" };
const WORDS = {
  back: ["‹", "Previous slide"], next: ["›", "Next slide"], leave: ["×", "Leave presentation"],
};
const ROOT = document.documentElement;

let current = null; // of all that were mounted, the one that listens
let curtain = null; // covers the screen while it is blank

export default function ({ parentElement, data, setTriggerValue }) {
  const ends = { next: data.count - 1, last: data.count - 1, back: 0, first: 0 };
  current = {
    // Python is not asked to stay where one is.
    go: (where) => ends[where] !== data.position && setTriggerValue("go", where),
  };
  const mine = current;
  mine.status = draw(parentElement, data, mine);
  if (!window.presentingListens) {
    window.presentingListens = true;
    window.addEventListener("keydown", press, true);
  }
  return () => setTimeout(() => {
    if (parentElement.isConnected || current !== mine) return;
    current = null;
    curtain?.remove();
    curtain = null;
    delete ROOT.dataset.controlsHidden;
  });
}

function press(event) {
  if (!current || event.ctrlKey || event.altKey || event.metaKey) return;
  const act = curtain ? toggleBlank : actOf(event);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** What a key does here; undefined where it belongs to what has the focus. */
function actOf({ key, target }) {
  const within = (selector) => target instanceof Element && target.closest(selector);
  const field = within("input:not([type=range]), textarea, select");
  const typing = field && field.getAttribute("aria-expanded") !== "false"; // a closed list is none
  if (key in TURNS && !(typing && key !== "Escape") && !(key === " " && within("button"))) {
    return () => current.go(TURNS[key]);
  }
  if (typing) return undefined;
  if (key in MOVES && !within(".st-key-slide_control") && slider()) return () => move(MOVES[key]);
  return { b: toggleBlank, h: toggleControls }[key.toLowerCase()];
}

/** The one of the present setting: where two stand side by side, the last. */
function slider() {
  return [...document.querySelectorAll(".live-figure-control:not([hidden]) input[type=range]")].at(-1);
}

/** As if its own key had been pressed. */
function move(step) {
  const moved = slider();
  moved.dispatchEvent(new KeyboardEvent("keydown"));
  moved[step]();
  for (const name of ["input", "change"]) moved.dispatchEvent(new Event(name));
}

function toggleControls() {
  const hidden = ROOT.toggleAttribute("data-controls-hidden");
  current.status.textContent = hidden ? "Controls are hidden" : "Controls are shown";
}

function toggleBlank() {
  if (curtain) {
    curtain.remove();
    curtain = null;
    current.status.textContent = "The slide is shown again";
    return;
  }
  curtain = Object.assign(document.createElement("div"), { className: "present-curtain" });
  curtain.addEventListener("click", toggleBlank);
  document.body.append(curtain);
  current.status.textContent = "The screen is blank; any key brings the slide back";
}

/** The bar; returns where it says what cannot be seen. */
function draw(parent, { position, count, title }, mine) {
  const place = document.createElement("span");
  place.className = "present-place";
  place.textContent = `${position + 1} / ${count}`;
  const status = document.createElement("span");
  status.className = "present-status";
  status.setAttribute("role", "status");
  const bar = document.createElement("nav");
  bar.className = "present-bar";
  bar.setAttribute("aria-label", `Presentation: ${title}`);
  bar.append(button("back", position === 0, mine), place,
    button("next", position === count - 1, mine), button("leave", false, mine), status);
  parent.replaceChildren(bar);
  return status;
}

function button(where, disabled, mine) {
  const [sign, name] = WORDS[where];
  const made = Object.assign(document.createElement("button"), { textContent: sign, disabled });
  made.setAttribute("aria-label", name);
  made.addEventListener("click", () => mine.go(where));
  return made;
}
