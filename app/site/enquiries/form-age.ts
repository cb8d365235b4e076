const storageKey = 'form-opened';

/**
 * How long this visitor has had a form, in this tab or as a draft. It lasts through a reload: sending
 * again is not too fast.
 * @param draftSavedAt of the draft that the form was restored from, in milliseconds since 1970
 */
export function getFormAgeMs(draftSavedAt = Number.POSITIVE_INFINITY): number {
  const openedAt = Math.min(performance.timeOrigin, draftSavedAt);
  try {
    const stored = Number(sessionStorage.getItem(storageKey)) || openedAt;
    const earliest = Math.min(openedAt, stored);
    sessionStorage.setItem(storageKey, String(earliest));
    return Date.now() - earliest;
  } catch {
    // The browser denies access to its storage.
    return Date.now() - openedAt;
  }
}
