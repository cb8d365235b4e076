export const draftPrefix = 'post-draft:';

export function removeDrafts(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) if (key.startsWith(draftPrefix)) storage.removeItem(key);
}
