// The live figure as a component of Streamlit, after looks.js, row.js and live_figure.js.

const DIGEST_LENGTH = 16;

/** Called by Streamlit on mount, and again whenever the data or the theme changes. */
export default function ({ parentElement, data, setStateValue, setTriggerValue }) {
  putOnLooks(parentElement);
  if (data instanceof Uint8Array) { // the holder of a sweep: a digest, then packed JSON
    const digest = new TextDecoder().decode(data.subarray(0, DIGEST_LENGTH));
    payload(digest).resolve(unpacked(data.subarray(DIGEST_LENGTH)));
    return;
  }
  const live = parentElement.live ??= build(parentElement);
  live.plotly = async () => {
    if (!window.Plotly) await import(new URL(data.asset, import.meta.url));
    return window.Plotly;
  };
  live.report = (letGo) => setStateValue("let_go", letGo);
  live.fails = () => setTriggerValue("failed", true);
  update(live, data).catch((error) => fail(live, error));
  return () => setTimeout(() => { // Streamlit also cleans up after a run that a newer one overtook
    if (parentElement.isConnected) return;
    dismantle(live);
    delete parentElement.live;
  });
}
