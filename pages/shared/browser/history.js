// Streamlit writes each parameter that the server changes into the address one by one, and each
// makes an entry in the browser's history; so does leaving a page, once for the parameters that the
// next page lacks and once for the page. Back would then lead to addresses nobody ever saw.
//
// Here one act is one entry: a link, a button or a choice from a list may add one, and whatever
// follows from it replaces that entry. A control that is moved adds none.
{
  const ACTS = "a, button, [role=option], [role=menuitem]";

  let acted = false;
  const notice = (event) => {
    acted = event.target instanceof Element && event.target.closest(ACTS) !== null;
  };
  window.addEventListener("pointerdown", notice, true);
  window.addEventListener("keydown", notice, true);
  window.addEventListener("popstate", () => { acted = false; }, true);

  // Streamlit leaves the next page, and the next step of a lesson, scrolled as far as the one before
  // it, or, drawn slowly, further.
  const startAtTheTop = () => document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);

  const place = () => {
    const said = new URLSearchParams(location.search);
    return [location.pathname, said.get("lesson"), said.get("step")].join();
  };

  const push = history.pushState;
  history.pushState = function (...entry) {
    const record = acted ? push : history.replaceState, before = place();
    acted = false;
    record.apply(this, entry);
    if (place() !== before) startAtTheTop();
  };
}
