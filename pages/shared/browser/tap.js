// A finger sets a guess by its thumb alone, so that a swipe over the slider scrolls (lesson.css). A tap
// is no swipe: the slider hears it as a press where it was.
{
  const GUESS = "[data-testid=stSlider] > [role=group]";
  const STILL = 10; // pixels that a finger may move
  const SHORT = 300; // milliseconds that it may stay
  let down;

  window.addEventListener("pointerdown", (event) => { down = event; }, true);
  window.addEventListener("pointerup", (up) => {
    const { target, clientX, clientY, timeStamp, pointerType, isTrusted } = up;
    // Only where the track hears no finger is its group met.
    if (pointerType !== "touch" || !isTrusted || down.target !== target || !target.matches?.(GUESS)) return;
    const way = Math.hypot(clientX - down.clientX, clientY - down.clientY);
    if (way > STILL || timeStamp - down.timeStamp > SHORT) return;
    for (const type of ["pointerdown", "pointerup"]) {
      target.firstElementChild.dispatchEvent(new PointerEvent(type,
        { bubbles: true, cancelable: true, clientX, clientY, pointerId: up.pointerId, pointerType, isPrimary: true }));
    }
  }, true);
}
