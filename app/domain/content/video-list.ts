type Ordered = { id: string; order_index: number; created_at: string };

/** The clips as the website shows them: by order_index, those of the same the newest first. */
export function inOrder<Item extends Ordered>(clips: Item[]): Item[] {
  return clips.toSorted(
    (one, other) =>
      one.order_index - other.order_index ||
      other.created_at.localeCompare(one.created_at) ||
      one.id.localeCompare(other.id),
  );
}

/** The clips after one was put where another stands; as they are where either is unknown. */
export function moved<Item extends { id: string }>(clips: Item[], id: string, to: string): Item[] {
  const from = clips.findIndex((clip) => clip.id === id);
  const target = clips.findIndex((clip) => clip.id === to);
  const clip = clips[from];
  return clip && target >= 0 ? clips.toSpliced(from, 1).toSpliced(target, 0, clip) : clips;
}

/** Which clips need another order_index for all of them to stand as the list has them, from 0. */
export function renumbered<Item extends Ordered>(
  clips: Item[],
): { clip: Item; order_index: number }[] {
  return clips
    .map((clip, index) => ({ clip, order_index: index }))
    .filter(({ clip, order_index }) => order_index !== clip.order_index);
}
