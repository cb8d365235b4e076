/** Marks the framework's script until it is wanted. */
export const laterType = 'later';
/** The window hears this once the page is hydrated: app/entry.client.tsx. */
export const awakeEvent = 'site:awake';
/** How long a click or a form waits for the scripts before the browser does without them, in milliseconds. */
export const patience = 4000;
/** How long the visitor's first touch has the browser for itself at most before the scripts run, in milliseconds. */
export const pause = 200;

/** The framework's script, and the modules that it imports. */
type Later = HTMLScriptElement & { dataset: { modules: string } };
/** A link has some of these, a button the others. */
type Target = HTMLElement & { origin?: string; pathname?: string; form?: object; type: string };

/**
 * Runs in the browser, in the head of each public page. Loads the framework's scripts, and the whole
 * stylesheet, when the visitor first does anything, after the browser's next picture, and runs them once
 * it has shown the answer to that: what was clicked dimmed, or what comes within the pause; unasked where
 * a form's draft lies in this browser (see app/site/forms/draft.ts), so that it
 * is shown. A page that comes up under a resting mouse is told
 * that the mouse moved, by nothing: that is no sign of the visitor. React puts a filled-in textarea
 * back to what the page came with when it hydrates it, and hears of no picture chosen before: both
 * are told it again then. A click or a form that comes before they are ready is held and done
 * again then, or as plain HTML does it where they can't be loaded. Links to other pages are not
 * held: the browser follows them at once.
 */
function wake(type: string, awake: string, patience: number, pause: number) {
  const page = document;
  const on = addEventListener;
  const off = removeEventListener;
  const signs = 'pointerdown pointermove keydown scroll focusin'.split(' ');
  const typed = new Map<HTMLInputElement, string>();
  const again = new Map<HTMLElement | null, () => void>();
  let busy: HTMLElement | null | undefined;
  let run = () => {};
  const shown = (work: () => void) => requestAnimationFrame(() => setTimeout(work));
  const dim = (value: string) => busy?.style.setProperty('opacity', value);
  const start = (event?: Partial<PointerEvent>) => {
    if (!signs[0] || (event?.buttons === 0 && !event.movementX && !event.movementY)) return;
    for (const sign of signs.splice(0)) off(sign, start, true);
    page.readyState === 'loading' ? on('DOMContentLoaded', load) : shown(load);
  };
  const load = () => {
    const later = page.querySelector(`script[type=${type}]`) as Later;
    const add = (element: Node, values: object) => page.head.append(Object.assign(element, values));
    // Each in a task of its own: what the visitor does meanwhile comes first.
    const fetchAhead = (values: object) => setTimeout(add, 0, page.createElement('link'), values);
    for (const href of [later.src, ...later.dataset.modules.split(' ')].filter(Boolean))
      fetchAhead({ rel: 'modulepreload', href });
    // Twice is once: the browser runs a module only the first time.
    run = () => add(later.cloneNode(true), { type: 'module', onerror: ready });
    setTimeout(run, pause);
  };
  const hold = (event: Event, element: HTMLElement | null, redo: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    // What is clicked by a tool for reading or speaking has no touch before it.
    start();
    setTimeout(ready, patience);
    again.set(element, redo);
    dim('');
    busy = element;
    dim('.6');
    shown(() => run());
  };
  const click = (event: MouseEvent) => {
    const found = (event.target as Element).closest<Target>('a[href],button');
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (!found || button || metaKey || ctrlKey || shiftKey || altKey) return;
    const leaves = found.dataset.discover && found.pathname !== location.pathname;
    const away = found.origin && found.origin !== origin;
    if (leaves || away || (found.form && found.type === 'submit')) return;
    hold(event, found, () => found.click());
  };
  const submit = (event: SubmitEvent) =>
    hold(event, event.submitter, () =>
      (event.target as HTMLFormElement).requestSubmit(event.submitter),
    );
  const input = ({ target }: { target: HTMLInputElement }) => typed.set(target, target.value);
  const held = { click, submit, input };
  const ready = () => {
    for (const name in held) off(name, held[name as 'click'] as EventListener, true);
    dim('');
    for (const [field, text] of typed) {
      if (!field.files && field.value !== text) field.setRangeText(text, 0, field.value.length);
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
    typed.clear();
    for (const redo of again.values()) redo();
    again.clear();
  };
  for (const sign of signs) on(sign, start, true);
  for (const name in held) on(name, held[name as 'click'] as EventListener, true);
  on(awake, ready);
  try {
    if (/"draft:/.test(JSON.stringify(localStorage))) start();
  } catch {}
}

/** The script as it is written here; pages have it made small (scripts/page-scripts.ts). */
export const wakeSource = `(${wake})(${[laterType, awakeEvent, patience, pause].map((value) => JSON.stringify(value)).join()})`;
