/** Fields in which Ctrl+Z undoes typing; a dialog covers the design. */
const ownShortcuts =
  'dialog, [role=dialog], textarea, [contenteditable], input:not([type=radio], [type=checkbox], [type=button], [type=submit])';

type Shortcut = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'> & {
  target: unknown;
};

/** The step that a key of undo (-1) or redo (1) asks for; undefined for other keys. */
export function findHistoryStep(event: Shortcut): -1 | 1 | undefined {
  const { ctrlKey, metaKey, shiftKey, altKey, target } = event;
  const key = event.key.toLowerCase();
  if (altKey || ctrlKey === metaKey) return undefined;
  if ((target as Partial<Element> | null)?.closest?.(ownShortcuts)) return undefined;
  if (key === 'z') return shiftKey ? 1 : -1;
  return key === 'y' && ctrlKey && !shiftKey ? 1 : undefined;
}
