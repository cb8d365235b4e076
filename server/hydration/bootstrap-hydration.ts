/** The type of the framework's script until the page hydrates: browsers do not run it. */
export const deferredType = 'deferred';
/** Dispatched by app/entry.client.tsx once React has hydrated the page. */
const hydratedEvent = 'site:hydrated';
/** After this a click or submit that waits for React is left to the browser. */
const holdTimeoutMs = 4000;
/** Lets the browser respond to a touch before the scripts block its main thread. */
export const runDelayMs = 200;
/** From the end of loading until the scripts are prefetched. */
export const prefetchDelayMs = 2000;

type Parameters = [
  type: string,
  hydrated: string,
  holdMs: number,
  runDelay: number,
  prefetchMs: number,
];

/**
 * Hydrates on the first interaction, or at once if this browser has a draft of a form. Until then, clicks
 * and submits that need React wait, and are dispatched again afterwards, once each.
 */
function bootstrapHydration(...[type, hydrated, holdMs, runDelay, prefetchMs]: Parameters) {
  let isStarted = false;
  let isReleased = false;
  let isHydrated = false;
  const held = new Map<HTMLElement | null, () => void>();
  const edited = new Map<HTMLTextAreaElement, string>();

  const listen = (name: string, listener: (event: never) => void) =>
    addEventListener(name, listener as EventListener, true);
  const afterPaint = (task: () => void) => requestAnimationFrame(() => setTimeout(task));
  const getScript = () => document.querySelector<HTMLScriptElement>(`script[type=${type}]`);

  /** One link a task: input events come in between. */
  function addLinks(rel: string) {
    for (const href of getScript()?.dataset.modules?.split(' ') ?? []) {
      const link = document.createElement('link');
      setTimeout(() => document.head.append(Object.assign(link, { rel, href })));
    }
  }

  function start(event?: PointerEvent) {
    // A page that opens under a resting mouse gets an event without movement.
    const isStill = event?.type === 'pointermove' && !event.movementX && !event.movementY;
    if (isStill || isStarted) return;
    isStarted = true;
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', load);
    else afterPaint(load);
  }

  function load() {
    addLinks('modulepreload');
    setTimeout(run, runDelay);
  }

  function run() {
    const script = getScript();
    if (!script) return;
    script.type = 'run';
    // Restored by the browser, as on a reload.
    for (const field of document.querySelectorAll('textarea'))
      if (field.value !== field.defaultValue) edited.set(field, field.value);
    const copy = Object.assign(script.cloneNode(true), { type: 'module', onerror: release });
    document.head.append(copy);
  }

  function hold(event: Event, element: HTMLElement | null, replay: () => void) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (element) element.dataset.held = '';
    held.set(element, replay);
    setTimeout(release, holdMs);
    // Assistive technology may click without an event before.
    start();
    afterPaint(run);
  }

  function holdClick(event: MouseEvent) {
    const element = (event.target as Element).closest<HTMLElement>('a[href],button');
    const { metaKey, ctrlKey, shiftKey, altKey } = event;
    if (isReleased || !element || metaKey || ctrlKey || shiftKey || altKey) return;
    const { origin, pathname, form, type } = element as Partial<
      HTMLAnchorElement & HTMLButtonElement
    >;
    const leavesPage = element.dataset.discover && pathname !== location.pathname;
    const leavesSite = origin && origin !== location.origin;
    if (leavesPage || leavesSite || (form && type === 'submit')) return;
    hold(event, element, () => element.click());
  }

  function holdSubmit(event: SubmitEvent) {
    const form = event.target as HTMLFormElement;
    if (!isReleased) hold(event, event.submitter, () => form.requestSubmit(event.submitter));
    else if (!isHydrated && !navigator.onLine) {
      event.preventDefault();
      form.querySelector('[data-offline]')?.classList.remove('hidden');
    }
  }

  function release() {
    isReleased = true;
    for (const [element, replay] of held) {
      held.delete(element);
      delete element?.dataset.held;
      // In a task of its own: an error drops no other event.
      setTimeout(replay);
    }
  }

  for (const name of ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focusin'])
    listen(name, start);
  listen('click', holdClick);
  listen('submit', holdSubmit);
  listen('input', ({ target }: { target: HTMLTextAreaElement }) => {
    if (!isHydrated && target.type === 'textarea') edited.set(target, target.value);
  });
  addEventListener(hydrated, () => {
    isHydrated = true;
    // React has reset the textareas that the server filled in.
    for (const [field, value] of edited) {
      if (field.value === value) continue;
      field.setRangeText(value, 0, field.value.length);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    release();
  });
  addEventListener('load', () => {
    if (!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData)
      setTimeout(() => window.requestIdleCallback?.(() => addLinks('prefetch')), prefetchMs);
  });
  try {
    if (Object.keys(localStorage).some((key) => key.startsWith('draft:'))) start();
  } catch {
    // The browser denies access to its storage.
  }
}

/** The script's source; the build minifies it (scripts/bootstrap-script.ts). */
export const bootstrapSource = `(${bootstrapHydration})(${[deferredType, hydratedEvent, holdTimeoutMs, runDelayMs, prefetchDelayMs].map((value) => JSON.stringify(value)).join()})`;
