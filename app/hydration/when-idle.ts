/** Where requestIdleCallback is missing, as in Safari. */
const idleDelayMs = 300;
/** A browser that is never idle runs the task after this time. */
const timeoutMs = 2000;

export function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: timeoutMs });
  else setTimeout(run, idleDelayMs);
}

let firstTouch: PointerEvent | undefined;

/** The touch that started hydration, if one did; it may be the beginning of a drag. */
export const getFirstTouch = (): PointerEvent | undefined => firstTouch;

/** Runs a task once, when the browser is idle or at the first touch, whichever comes first. */
export function whenIdleOrTouched(run: () => void): void {
  const touches = ['pointerdown', 'keydown', 'focusin'];
  let hasRun = false;
  const runOnce = (touch?: Event) => {
    if (hasRun) return;
    hasRun = true;
    if (touch instanceof PointerEvent) firstTouch = touch;
    for (const touch of touches) removeEventListener(touch, runOnce, true);
    run();
  };
  for (const touch of touches) addEventListener(touch, runOnce, true);
  whenIdle(() => runOnce());
}
