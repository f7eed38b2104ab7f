// What ends with the session is not lost by a slip: while something on the page has not been saved,
// the browser asks before it leaves or reloads it.
//
// An element of class "unsaved" names in its data-keys what there is to save; a click on something
// whose key begins with one of them (Streamlit makes a class of it) has saved that one.
{
  const saved = new Set();
  const named = () => [...document.querySelectorAll(".unsaved")]
    .flatMap((element) => element.dataset.keys.split(" "));

  window.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    for (const key of named()) {
      if (target.closest(`[class*="st-key-${CSS.escape(key)}_"]`)) saved.add(key);
    }
  }, true);

  window.addEventListener("beforeunload", (event) => {
    if (named().some((key) => !saved.has(key))) event.preventDefault();
  });
}
