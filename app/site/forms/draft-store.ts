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

/** Whether there is a draft of any form in this browser, one that is too old, too. */
export function holdsDrafts(store: DraftStore | undefined): boolean {
  try {
    return Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index)).some((key) =>
      key?.startsWith(draftPrefix),
    );
  } catch {
    return false;
  }
}
