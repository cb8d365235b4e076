type Ordered = { id: string; order_index: number; created_at: string };

/** Sorts clips as the website shows them: by order_index, then the newest first. */
export function sortVideos<Item extends Ordered>(clips: Item[]): Item[] {
  return [...clips].sort(
    (one, other) =>
      one.order_index - other.order_index ||
      other.created_at.localeCompare(one.created_at) ||
      one.id.localeCompare(other.id),
  );
}

/** Moves a clip to the position of another; no change if either is unknown. */
export function moveVideo<Item extends { id: string }>(
  clips: Item[],
  id: string,
  to: string,
): Item[] {
  const from = clips.findIndex((clip) => clip.id === id);
  const target = clips.findIndex((clip) => clip.id === to);
  const clip = clips[from];
  if (!clip || target < 0) return clips;
  const others = clips.filter((_, index) => index !== from);
  return [...others.slice(0, target), clip, ...others.slice(target)];
}

/** The clips whose order_index differs from their index in the list, with the new order_index. */
export function getRenumberedVideos<Item extends Ordered>(
  clips: Item[],
): { clip: Item; order_index: number }[] {
  return clips
    .map((clip, index) => ({ clip, order_index: index }))
    .filter(({ clip, order_index }) => order_index !== clip.order_index);
}

/** Whether the texts contain every word of the search, without regard to case and accents. */
export function matchesSearch(texts: (string | null)[], search: string): boolean {
  const whole = plain(texts.join(' '));
  return plain(search)
    .split(/\s+/)
    .every((word) => whole.includes(word));
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
