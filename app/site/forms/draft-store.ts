/** Where drafts lie, in this browser only. */
export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** What the name of each draft begins with. The script that wakes a page looks for it, too. */
export const draftPrefix = 'draft:';

/** The browser's store; undefined where it is refused, as some private windows do. */
export function browserStore(): DraftStore | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

/** The names of all drafts. @throws where the store is refused only when it is read */
export function draftKeys(store: DraftStore | undefined): string[] {
  const keys = Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index) ?? '');
  return keys.filter((key) => key.startsWith(draftPrefix));
}

/** Whether there is a draft of any form in this browser, one that is too old, too. */
export function holdsDrafts(store: DraftStore | undefined): boolean {
  try {
    return draftKeys(store).length > 0;
  } catch {
    return false;
  }
}
