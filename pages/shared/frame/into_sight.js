// Brings an element into sight, once for each token, however often Streamlit calls this.
const brought = new Set();
const PATIENCE = 3_000; // ms until it should have been drawn

/** Streamlit keeps its headings clear of the bar at the top, and nothing else. */
function container(key) {
  const found = document.querySelector(`.st-key-${key}`);
  if (found) found.style.scrollMarginTop = "4rem";
  return found;
}

export default function ({ data: { token, id } }) {
  if (brought.has(token)) return;
  brought.add(token);
  const until = performance.now() + PATIENCE;
  const bring = () => {
    const found = document.getElementById(id) ?? container(id);
    if (found) found.scrollIntoView({ block: "start" });
    else if (performance.now() < until) requestAnimationFrame(bring);
  };
  requestAnimationFrame(bring);
}
