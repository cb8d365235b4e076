/**
 * Renders what `content-visibility-*` (theme.css) defers, so that all heights are true before a
 * script scrolls. What is in view stays where it is, although the height above it may change.
 */
export function renderDeferredContent(): void {
  const inView = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const before = inView?.getBoundingClientRect().top ?? 0;
  document.documentElement.dataset.rendered = '';
  const after = inView?.getBoundingClientRect().top ?? 0;
  if (after !== before) scrollBy({ top: after - before, behavior: 'instant' });
}
