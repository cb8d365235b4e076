import { localItems } from '#app/lib/browser-storage.ts';

export const draftPrefix = 'post-draft:';

export function removeDrafts(): void {
  for (const key of localItems.keys()) if (key.startsWith(draftPrefix)) localItems.removeItem(key);
}
