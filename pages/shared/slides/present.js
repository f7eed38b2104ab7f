// Keys and size of the mode for presenting; pages/shared/present/__init__.py is the other half.

const STAGE = { width: 1000, height: 640 }; // pixels of the page before it is magnified
const KEYS = {
  ArrowRight: "next", ArrowDown: "next", PageDown: "next", " ": "next",
  ArrowLeft: "back", ArrowUp: "back", PageUp: "back", Home: "first", End: "last",
  Escape: "leave",
};
const WORDS = {
  back: ["‹", "Previous slide"], next: ["›", "Next slide"], leave: ["×", "Leave presentation"],
};

let current = null; // of all that were mounted, the one that listens

export default function ({ parentElement, data, setTriggerValue }) {
  const ends = { next: data.count - 1, last: data.count - 1, back: 0, first: 0 };
  current = {
    // Python is not asked to stay where one is.
    go: (where) => ends[where] !== data.position && setTriggerValue("go", where),
  };
  const mine = current;
  draw(parentElement, data, mine);
  fit();
  if (!window.presentingListens) {
    window.presentingListens = true;
    window.addEventListener("keydown", press, true);
    window.addEventListener("resize", fit);
  }
  return () => setTimeout(() => {
    if (parentElement.isConnected || current !== mine) return;
    current = null;
    document.documentElement.style.removeProperty("--stage-zoom");
  });
}

/** As large as the screen allows. */
function fit() {
  if (!current) return;
  const zoom = Math.min(innerWidth / STAGE.width, innerHeight / STAGE.height);
  document.documentElement.style.setProperty("--stage-zoom", Math.max(1, zoom).toFixed(3));
}

function press(event) {
  const where = KEYS[event.key];
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
  if (!current || !where || event.ctrlKey || event.altKey || event.metaKey) return;
  const onButton = event.key === " " && event.target.closest?.("button");
  if (onButton || (typing && where !== "leave")) return;
  event.preventDefault();
  event.stopPropagation();
  current.go(where);
}

function draw(parent, { position, count, title }, mine) {
  const place = document.createElement("span");
  place.className = "present-place";
  place.textContent = `${position + 1} / ${count}`;
  const bar = document.createElement("nav");
  bar.className = "present-bar";
  bar.setAttribute("aria-label", `Presentation: ${title}`);
  bar.append(button("back", position === 0, mine), place,
    button("next", position === count - 1, mine), button("leave", false, mine));
  parent.replaceChildren(bar);
}

function button(where, disabled, mine) {
  const [sign, name] = WORDS[where];
  const made = Object.assign(document.createElement("button"), { textContent: sign, disabled });
  made.setAttribute("aria-label", name);
  made.addEventListener("click", () => mine.go(where));
  return made;
}
