import { isoDay } from '../format/dates.ts';

/** When a post changed, where that was on a later day than its publication; null otherwise. */
export function changedLater({
  published_at,
  updated_at,
}: {
  published_at: string | null;
  updated_at: string;
}): string | null {
  return published_at && isoDay(updated_at) > isoDay(published_at) ? updated_at : null;
}
