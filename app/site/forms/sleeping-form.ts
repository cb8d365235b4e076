import { browserStore, holdsDrafts } from './draft-store.ts';

/** How long a form that was sent waits for its scripts before it goes as plain HTML, in milliseconds. */
const patience = 4000;

type SleepOptions = {
  /** Loads the form and hydrates it; resolves once it works. */
  wake: () => Promise<void>;
  /** The form is awaited, whatever the visitor does. */
  atOnce: boolean;
  /** The form could not be sent because there is no connection, and, with false, there is one again. */
  onOffline: (offline: boolean) => void;
};

/**
 * Watches over a form of plain HTML until its scripts are wanted: when it has the focus, is pointed at,
 * touched, filled in or sent, when it holds something that the page did not come with, and when a
 * draft lies in this browser. What was typed stays. A form that is sent before it is awake is held and
 * sent once, by its scripts, or as plain HTML where they don't come; without a connection it stays.
 *
 * @param place the element around the form
 * @returns ends the watch
 */
export function keepAsleep(place: HTMLElement, options: SleepOptions): () => void {
  const ended = new AbortController();
  const always = { capture: true, signal: ended.signal };
  const texts = new Map<HTMLTextAreaElement, string>();
  let waking = false;
  let held: { form: HTMLFormElement; submitter: HTMLElement | null } | undefined;

  function wake() {
    if (waking) return;
    waking = true;
    options.wake().then(ready, () => {
      // The next sign of the visitor tries again.
      waking = false;
      giveUp();
    });
  }

  /** Takes what is held, once. */
  function release() {
    const { form, submitter } = held ?? {};
    held = undefined;
    submitter?.style.removeProperty('opacity');
    return () => form?.requestSubmit(submitter);
  }

  function ready() {
    ended.abort();
    options.onOffline(false);
    // React puts a textarea back to what the page came with.
    for (const [field, text] of texts) {
      if (field.value === text) continue;
      field.setRangeText(text, 0, field.value.length);
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
    release()();
  }

  function giveUp() {
    if (!held) return;
    const send = release();
    options.onOffline(!navigator.onLine);
    if (!navigator.onLine) return;
    ended.abort();
    send();
  }

  function remember(field: EventTarget | null) {
    if (field instanceof HTMLTextAreaElement) texts.set(field, field.value);
  }

  function onSubmit(event: SubmitEvent) {
    if (!(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!held) setTimeout(giveUp, patience);
    held = { form: event.target, submitter: event.submitter };
    held.submitter?.style.setProperty('opacity', '.6');
    wake();
  }

  for (const field of changedFields(place)) remember(field);
  for (const sign of ['focusin', 'pointerdown', 'change'])
    place.addEventListener(sign, wake, always);
  place.addEventListener(
    'input',
    ({ target }) => {
      remember(target);
      wake();
    },
    always,
  );
  // A page that is scrolled under a resting mouse is told that the mouse moved, by nothing.
  place.addEventListener(
    'pointermove',
    ({ movementX, movementY }) => (movementX || movementY) && wake(),
    always,
  );
  place.addEventListener('submit', onSubmit, always);
  window.addEventListener('online', () => options.onOffline(false), always);
  const wanted = options.atOnce || changedFields(place).length > 0 || holdsDrafts(browserStore());
  if (wanted || place.matches(':focus-within')) wake();
  return () => ended.abort();
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The fields that hold something else than what the page came with. */
function changedFields(place: HTMLElement): Field[] {
  const fields = [...place.querySelectorAll<Field>('input,textarea,select')];
  return fields.filter((field) => {
    if (field instanceof HTMLSelectElement) {
      const first = [...field.options].findLastIndex((option) => option.defaultSelected);
      return field.selectedIndex !== Math.max(0, first);
    }
    if (field.type === 'checkbox')
      return 'checked' in field && field.checked !== field.defaultChecked;
    return field.value !== field.defaultValue;
  });
}
