type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Input = {
  value: string;
  isChecked: boolean;
  files: FileList | null;
  caret: readonly [start: number, end: number] | undefined;
};

const selector = 'input:not([type=hidden], [type=submit], [type=button]), textarea, select';

const isBox = (field: Field): field is HTMLInputElement => /^(?:checkbox|radio)$/.test(field.type);
const isField = (element: unknown): element is Field =>
  element instanceof HTMLElement && element.matches(selector);

/** Whether a person or the browser has changed a field since the server rendered it. */
function isChanged(field: Field): boolean {
  if (isBox(field)) return field.checked !== field.defaultChecked;
  if (field.type === 'file') return field.value !== '';
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const options = [...field.options];
  return (
    field.selectedIndex !==
    Math.max(
      0,
      options.findIndex((option) => option.defaultSelected),
    )
  );
}

function readInput(field: Field): Input {
  const text = field instanceof HTMLSelectElement ? undefined : field;
  return {
    value: field.value,
    isChecked: isBox(field) && field.checked,
    files: field instanceof HTMLInputElement ? field.files : null,
    caret: text?.selectionStart == null ? undefined : [text.selectionStart, text.selectionEnd ?? 0],
  };
}

/** Sets a property of a field as a person would: React's own setter on the element is not called. */
function setNatively(field: Field, name: 'value' | 'checked', value: string | boolean): void {
  Reflect.set(Object.getPrototypeOf(field), name, value, field);
}

function writeInput(field: Field, { value, isChecked, files, caret }: Input): void {
  if (isBox(field)) {
    if (field.checked !== isChecked) setNatively(field, 'checked', isChecked);
  } else if (files && 'files' in field) {
    if (field.value === '') field.files = files;
  } else if (field.value !== value) {
    setNatively(field, 'value', value);
    if (caret && field === document.activeElement && 'setSelectionRange' in field) {
      field.setSelectionRange(...caret);
    }
  }
}

/** Tells React that a person has changed a field, even if it has seen this value when it hydrated. */
function announceInput(field: Field): void {
  const { _valueTracker: tracker } = field as { _valueTracker?: { setValue(value: string): void } };
  tracker?.setValue('\0');
  const isSelection = field.type === 'file' || field instanceof HTMLSelectElement;
  // React takes the change of a box from its click. An event that isn't a MouseEvent changes nothing.
  const name = isBox(field) ? 'click' : isSelection ? 'change' : 'input';
  field.dispatchEvent(new Event(name, { bubbles: true }));
}

/** Fields by what remains the same when React renders them anew: ids may differ. */
function keyFields(container: ParentNode): Map<string, Field> {
  const fields = new Map<string, Field>();
  const counts = new Map<string, number>();
  for (const field of container.querySelectorAll<Field>(selector)) {
    const { name, id, type } = field;
    if (!name && !id) continue;
    const key = [type, name || id, isBox(field) ? field.value : ''].join('\n');
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    fields.set(`${key}\n${count}`, field);
  }
  return fields;
}

/** React marks the elements that it has rendered or hydrated. It hydrates what stands in `Suspense` later. */
const isHydrated = (field: Field) => Object.keys(field).join().includes('__reactFiber$');

/** The time between two looks for fields that React has hydrated since. */
const pauseMs = 50;
/** Ten seconds later, a part of the page whose script has not come is waited for no longer. */
const maxLooks = 200;

const listDetails = (container: ParentNode) => [...container.querySelectorAll('details')];

/**
 * Reads what was typed and chosen in the fields of a page and which of its `details` are open, until the returned
 * function is called once React has hydrated it. That writes it to the same elements, or to those that have replaced
 * them because the page had been changed, and has React handle input as a change. It goes on with the parts that
 * React hydrates later, and resolves after the last of them, or after ten seconds.
 * @param getContainer the element that React hydrates
 */
export function rememberInput(
  getContainer: () => ParentNode | null,
): (isByReact?: boolean) => Promise<void> {
  const findContainer = () => getContainer() ?? document;
  const container = findContainer();
  const keys = new Map([...keyFields(container)].map(([key, field]) => [field, key]));
  const inputs = new Map<Field, Input>();
  const details = listDetails(container);
  const opened = new Map(details.map((element) => [element, element.open]));
  let rendered = keyFields(container);
  let focused: unknown = document.activeElement;
  let isRestoring = false;
  let isAnnouncing = false;

  function remember({ target }: { target: EventTarget | null }) {
    if (isAnnouncing || !isField(target)) return;
    // Once the page is hydrated, React handles what a person enters in a hydrated field.
    const isSeen = isRestoring && isHydrated(target);
    inputs.delete(target);
    if (!isSeen && isChanged(target)) inputs.set(target, readInput(target));
    // An earlier choice in its group no longer counts.
    if (isSeen && target.type === 'radio')
      for (const field of inputs.keys()) if (field.name === target.name) inputs.delete(field);
  }
  function rememberFocus({ target }: FocusEvent) {
    focused = target;
  }
  function rememberOpened({ target }: Event) {
    if (target instanceof HTMLDetailsElement && opened.has(target)) opened.set(target, target.open);
  }
  for (const target of keys.keys()) remember({ target });
  addEventListener('input', remember, true);
  addEventListener('change', remember, true);
  addEventListener('focusin', rememberFocus, true);
  addEventListener('toggle', rememberOpened, true);

  const find = (field: Field) => (field.isConnected ? field : rendered.get(keys.get(field) ?? ''));

  function restoreOpened() {
    removeEventListener('toggle', rememberOpened, true);
    const renderedDetails = listDetails(findContainer());
    for (const [index, element] of details.entries()) {
      const current = element.isConnected ? undefined : renderedDetails[index];
      if (current) current.open = opened.get(element) ?? current.open;
    }
  }

  function restoreFocus() {
    if (!isField(focused) || (document.activeElement ?? document.body) !== document.body) return;
    const current = find(focused);
    // Later, a person may have left the field; React takes the focus by replacing it.
    if (!current || (isRestoring && focused === current)) return;
    const { caret } = readInput(focused);
    current.focus({ preventScroll: true });
    if (caret && 'setSelectionRange' in current) current.setSelectionRange(...caret);
  }

  function restoreInputs(isByReact: boolean) {
    const written: Field[] = [];
    for (const [field, input] of inputs) {
      const current = find(field);
      if (isByReact && !(current && isHydrated(current))) continue;
      inputs.delete(field);
      if (!current || (current.type === 'radio' && !input.isChecked)) continue;
      writeInput(current, input);
      written.push(current);
    }
    restoreFocus();
    isAnnouncing = true;
    for (const field of written) announceInput(field);
    isAnnouncing = false;
  }

  return async (isByReact = true) => {
    restoreOpened();
    for (let looks = 0; looks < maxLooks; looks += 1) {
      rendered = keyFields(findContainer());
      const isComplete = [...rendered.values()].every(isHydrated);
      restoreInputs(isByReact);
      isRestoring = true;
      if (!isByReact || (isComplete && inputs.size === 0)) break;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    removeEventListener('input', remember, true);
    removeEventListener('change', remember, true);
    removeEventListener('focusin', rememberFocus, true);
    inputs.clear();
    focused = null;
  };
}
