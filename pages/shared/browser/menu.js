// On a narrow screen the menu lies over the page, and Streamlit leaves it open once something was
// chosen (its issue 12065).
{
  const LINK = "[data-testid=stSidebarNavLink]";
  const CLOSE = "[data-testid=stSidebarCollapseButton] button";
  const NARROW = matchMedia("(max-width: 768px)");

  window.addEventListener("click", ({ target }) => {
    if (NARROW.matches && target instanceof Element && target.closest(LINK)) {
      document.querySelector(CLOSE)?.click();
    }
  });
}
