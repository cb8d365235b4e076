/** A drag that may have begun before the view was there: its pointer, where it began and where it is, in pixels. */
export type FirstDrag = { pointer: number; from: number; to: number };

type Moved = Pick<PointerEvent, 'pointerId' | 'clientX' | 'buttons'>;

/**
 * Follows a drag across the picture.
 * @param touch the first touch of the page: a drag that began with it began before hydration
 * @returns the same drag if no button is down
 */
export function followDrag(
  drag: FirstDrag | undefined,
  { pointerId, clientX, buttons }: Moved,
  touch: Pick<PointerEvent, 'pointerId' | 'clientX'> | undefined,
): FirstDrag | undefined {
  if (buttons !== 1) return drag;
  if (drag?.pointer === pointerId) return { ...drag, to: clientX };
  const from = touch?.pointerId === pointerId ? touch.clientX : clientX;
  return { pointer: pointerId, from, to: clientX };
}
