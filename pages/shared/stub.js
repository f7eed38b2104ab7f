// Stands in for the script of a component, which the browser fetches once and keeps: what Streamlit
// is given as a script travels in every message.

const NAME = "{{name}}";
const GONE = "A part of this page could not be loaded. Reload the page to see it.";
let run;

/** Pages live one level below the app's root, like the files; at the root of an app that is served
 *  below a path, the address may lack its last slash. */
const root = `${location.origin}${location.pathname.replace(/\/$/, "")}/`;
const fetched = import(new URL(`app/static/${NAME}`, document.baseURI))
  .catch(() => import(new URL(`app/static/${NAME}`, root)))
  .then((script) => (run = script.default));

/** Called by Streamlit on mount, and again whenever the data or the theme changes. */
export default function (given) {
  if (run) return run(given);
  let clean;
  const ran = fetched.then(
    () => (clean = run(given)),
    () => (given.parentElement.textContent = GONE),
  );
  return () => ran.then(() => clean?.());
}
