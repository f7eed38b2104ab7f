// The live figure as a component of Streamlit, after looks.js, row.js and live_figure.js.

const figures = new WeakMap(); // element of a component -> its live figure

/** Called by Streamlit on mount, and again whenever the data or the theme changes. */
export default function ({ parentElement, data, setStateValue, setTriggerValue }) {
  putOnLooks(parentElement);
  if (data instanceof Uint8Array) {
    const digest = deliver(parentElement, data);
    return () => whenGone(parentElement, () => letGo(parentElement, digest));
  }
  if (!figures.has(parentElement)) figures.set(parentElement, build(parentElement));
  const live = figures.get(parentElement);
  live.release = (released) => setStateValue("released", released);
  live.ask = (wanted) => setTriggerValue("wanted", wanted);
  live.opened = (open) => setStateValue("open", open);
  update(live, data).catch((error) => fail(live, error));
  return () => whenGone(parentElement, () => {
    dismantle(live);
    figures.delete(parentElement);
  });
}

/** Streamlit also calls the clean-up of a run that a newer one overtook: act only if gone. */
function whenGone(element, action) {
  setTimeout(() => element.isConnected || action());
}
