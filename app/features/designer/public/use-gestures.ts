import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { FirstDrag } from './first-drag.ts';
import { applyWheel, type Gesture, moveGesture, startGesture } from './gestures.ts';
import type { Look } from './view-camera.ts';

type GestureHandlers = {
  /** The look with which a gesture begins. */
  read: () => Look;
  begin: () => void;
  change: (next: Partial<Look>) => void;
};

/**
 * Turns and tilts by dragging, zooms by pinching and by the wheel: with Ctrl, as touchpads pinch, or while the view has the
 * focus. At the limits of the zoom the wheel scrolls the page.
 * @param frame where gestures begin
 * @param view what they focus
 * @param begun a drag that began before the view was there: it goes on from where the view has turned to
 */
export function useGestures(
  frame: RefObject<HTMLElement | null>,
  view: RefObject<HTMLElement | null>,
  handlers: GestureHandlers,
  begun: FirstDrag | undefined,
): void {
  const early = useRef(begun);
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const pointers = new Map<number, { x: number; y: number }>();
    let gesture: Gesture | undefined;
    const restart = () => {
      gesture =
        pointers.size > 0 ? startGesture([...pointers.values()], latest.current.read()) : undefined;
    };
    const press = (
      { pointerId, clientX, clientY: y }: PointerEvent,
      drag: FirstDrag | undefined,
    ) => {
      const x = drag?.pointer === pointerId ? drag.to : clientX;
      pointers.set(pointerId, { x, y });
      early.current = undefined;
      view.current?.setPointerCapture(pointerId);
      latest.current.begin();
      restart();
    };
    const isOnControl = ({ target }: Event) =>
      target instanceof Element && target.closest('button, a') !== null;
    const onDown = (event: PointerEvent) => {
      if (event.button === 0 && !isOnControl(event)) press(event, undefined);
    };
    const onMove = (event: PointerEvent) => {
      const { pointerId, clientX: x, clientY: y } = event;
      if (!pointers.has(pointerId)) {
        if (event.buttons !== 1 || isOnControl(event)) return;
        // It went down before the view was there, or elsewhere.
        press(event, early.current);
      }
      pointers.set(pointerId, { x, y });
      if (gesture) latest.current.change(moveGesture(gesture, [...pointers.values()]));
    };
    const onEnd = ({ pointerId }: PointerEvent) => {
      early.current = undefined;
      if (pointers.delete(pointerId)) restart();
    };
    const onWheel = (event: WheelEvent) => {
      const isMeant = event.ctrlKey || document.activeElement === view.current;
      const zoom = isMeant ? applyWheel(latest.current.read(), event) : undefined;
      // The browser would zoom the page.
      if (event.ctrlKey || zoom !== undefined) event.preventDefault();
      if (zoom !== undefined) latest.current.change({ zoom });
    };
    const stopping = new AbortController();
    const { signal } = stopping;
    element.addEventListener('pointerdown', onDown, { signal });
    element.addEventListener('pointermove', onMove, { signal });
    element.addEventListener('pointerup', onEnd, { signal });
    element.addEventListener('pointercancel', onEnd, { signal });
    element.addEventListener('wheel', onWheel, { signal, passive: false });
    return () => stopping.abort();
  }, [frame, view]);
}
