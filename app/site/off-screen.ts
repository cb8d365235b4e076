/** Where a browser can't tell when it is idle: how long after the page woke, in milliseconds. */
const soon = 500;

/**
 * Lays the whole page out, with what is still off screen (the `off-screen-*` of theme.css): every
 * height is the true one from here on, for whoever scrolls to a place by script. What is in sight
 * stays where it is, though what stands above it was passed by a jump and never laid out.
 */
export function layOutOffScreen(): void {
  const inSight = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const before = inSight?.getBoundingClientRect().top ?? 0;
  document.documentElement.dataset.laidOut = '';
  const after = inSight?.getBoundingClientRect().top ?? 0;
  if (after !== before) scrollBy({ top: after - before, behavior: 'instant' });
}

/** The same once the browser has nothing better to do: what the visitor just did is answered first. */
export function layOutWhenIdle(): void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(layOutOffScreen);
  else setTimeout(layOutOffScreen, soon);
}
