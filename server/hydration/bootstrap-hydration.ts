/** The type of the framework's script until it may run. Browsers don't run this type. */
export const deferredType = 'deferred';

/**
 * Tells the styles that scripts run, and loads the scripts once the page has loaded and been painted, or at the first
 * touch. Earlier, they would compete with the largest image.
 */
function bootstrapHydration(type: string) {
  const touches = ['pointerdown', 'keydown', 'focusin'];
  const root = document.documentElement;
  // The variant `scripting` of theme.css.
  root.classList.add('scripting');

  /** Scripts that don't arrive, or that the browser doesn't understand: the controls for no scripts show. */
  function fail() {
    if (!root.hasAttribute('data-hydrated')) root.classList.remove('scripting');
  }

  function load() {
    const script = document.querySelector<HTMLScriptElement>(`script[type=${type}]`);
    // While the page is being parsed, the script may not have its text yet, because autofocus comes
    // early.
    if (!script || document.readyState === 'loading') return;
    for (const name of touches) removeEventListener(name, load, true);
    script.type = 'loaded';
    const add = (tag: string, properties: object) =>
      document.head.append(Object.assign(document.createElement(tag), properties));
    // In tasks of their own: thirty requests keep a phone busy for 60 ms.
    for (const href of script.dataset.modules?.split(' ') ?? [])
      setTimeout(() => add('link', { rel: 'modulepreload', href }));
    const { textContent } = script;
    add('script', { type: 'module', textContent, onerror: fail });
  }

  for (const name of touches) addEventListener(name, load, true);
  // Browsers decode and paint the largest image within some 100 ms of the load event.
  addEventListener('load', () => setTimeout(load, 200));
  for (const name of ['error', 'unhandledrejection']) addEventListener(name, fail);
}

/** The script's source; the build minifies it (scripts/bootstrap-script.ts). */
export const bootstrapSource = `(${bootstrapHydration})(${JSON.stringify(deferredType)})`;

/**
 * Hides an announcement the visitor has already closed, before the first paint (app/site/announcement-bar.tsx). Access to
 * sessionStorage may throw.
 */
export const closedAnnouncementSource =
  'try{document.documentElement.dataset.closed=sessionStorage.announcement}catch{}';
