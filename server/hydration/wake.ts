/** Marks the framework's script until it is wanted. */
export const laterType = 'text/later';
/** The window hears this once the page is hydrated: app/entry.client.tsx. */
const awakeEvent = 'site:awake';
/** How long a click or a form waits for the scripts before the browser does without them, in milliseconds. */
const patience = 4000;

/** A link has some of these, a button the others. */
type Target = HTMLElement & { origin?: string; pathname?: string; form?: object; type: string };

/**
 * Runs in the browser, in the head of each public page. Starts the framework's scripts when the
 * visitor first does anything, or at once where a form's draft lies in this browser (see
 * app/site/forms/draft.ts), so that it is shown. A click or a form that comes before they are ready is held and done
 * again then, or as plain HTML does it where they can't be loaded. Links to other pages are not
 * held: the browser follows them at once.
 */
function wake(type: string, awake: string, wait: number) {
  const page = document;
  const on = addEventListener;
  const off = removeEventListener;
  const signs = 'pointerdown pointermove keydown touchstart scroll focusin'.split(' ');
  const keys = ['button', 'metaKey', 'ctrlKey', 'shiftKey', 'altKey'] as const;
  const files = new Set<HTMLInputElement>();
  let again: (() => void) | undefined;
  let busy: HTMLElement | null = null;
  const dim = (opacity: string) => busy?.style.setProperty('opacity', opacity);
  const start = () => {
    for (const sign of signs) off(sign, start, true);
    if (page.readyState === 'loading') on('DOMContentLoaded', load);
    else load();
  };
  const load = () => {
    const later = page.querySelector<HTMLElement>(`script[type="${type}"]`);
    const add = (name: string, properties: object) =>
      page.head.append(Object.assign(page.createElement(name), properties));
    for (const href of later?.dataset.modules?.split(' ') ?? []) {
      add('link', { rel: 'modulepreload', href });
    }
    add('script', { type: 'module', text: later?.textContent, onerror: ready });
  };
  const hold = (event: Event, element: HTMLElement | null, repeat: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!again) setTimeout(ready, wait);
    again = repeat;
    dim('');
    busy = element;
    dim('.6');
  };
  const click = (event: MouseEvent) => {
    const found = (event.target as Element).closest<Target>('a[href],button');
    if (!found || keys.some((key) => event[key])) return;
    const leaves = found.dataset.discover && found.pathname !== location.pathname;
    const elsewhere = found.origin && found.origin !== origin;
    const sends = found.form && found.type === 'submit';
    if (leaves || elsewhere || sends) return;
    hold(event, found, () => found.click());
  };
  const submit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    hold(event, event.submitter, () => form.requestSubmit(event.submitter));
  };
  const change = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.files) files.add(target);
  };
  const held = { click, submit, change };
  const ready = () => {
    for (const name in held) off(name, held[name as 'click'] as EventListener, true);
    dim('');
    for (const input of files) input.dispatchEvent(new Event('change', { bubbles: true }));
    files.clear();
    again?.();
    again = undefined;
  };
  for (const sign of signs) on(sign, start, true);
  for (const name in held) on(name, held[name as 'click'] as EventListener, true);
  on(awake, ready);
  try {
    if (Object.keys(localStorage).some((key) => key.startsWith('draft:'))) start();
  } catch {}
}

const given = [laterType, awakeEvent, patience].map((value) => JSON.stringify(value)).join();

/**
 * The script as it stands in a page, without the spaces. They may go because every statement above
 * ends in a semicolon, and no text in it has a space beside one of these signs.
 */
export const wakeScript = `(${wake
  .toString()
  .replaceAll(/\s*([=<>{}()[\]?:,|&;!])\s*/g, '$1')
  .replaceAll(/\s+/g, ' ')})(${given})`;
