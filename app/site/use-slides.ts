import { type KeyboardEvent, type TouchEvent, useRef, useState } from 'react';
import { scrollBehavior } from './scroll-to-contact.ts';

/** How far a finger must move along, in CSS pixels, to mean the slide beyond the end. */
const swipe = 60;

/**
 * Which slide of a scrolling row is shown, and how to show another: the ends are joined, for the
 * arrows, the arrow keys and the finger alike.
 *
 * @param count how many slides there are
 * @returns what the row and the section around it must be given, and the way to a slide
 */
export function useSlides(count: number) {
  const track = useRef<HTMLUListElement>(null);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const touch = useRef({ x: 0, y: 0, left: 0 });
  const [current, setCurrent] = useState(0);
  const wrapped = (index: number) => (index + count) % count;

  function show(index: number) {
    const list = track.current;
    list?.scrollTo({ left: index * list.clientWidth, behavior: scrollBehavior() });
    setCurrent(index);
  }

  /** Once the slides have come to rest; not every browser tells of the end itself. */
  function onScroll() {
    clearTimeout(settling.current);
    settling.current = setTimeout(() => {
      const list = track.current;
      if (list) setCurrent(Math.round(list.scrollLeft / list.clientWidth));
    }, 120);
  }

  function onTouchStart({ touches }: TouchEvent) {
    const finger = touches[0];
    if (!finger) return;
    touch.current = {
      x: finger.clientX,
      y: finger.clientY,
      left: track.current?.scrollLeft ?? 0,
    };
  }

  function onTouchEnd({ changedTouches }: TouchEvent) {
    const finger = changedTouches[0];
    const list = track.current;
    if (!finger || !list || count < 2) return;
    const along = finger.clientX - touch.current.x;
    const across = Math.abs(finger.clientY - touch.current.y);
    if (Math.abs(along) < Math.max(swipe, 2 * across)) return;
    const last = list.scrollWidth - list.clientWidth;
    if (along < 0 && touch.current.left > last - 2) show(0);
    if (along > 0 && touch.current.left < 2) show(count - 1);
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const ownKeys = event.target instanceof Element && event.target.closest('video, iframe');
    if (!by || ownKeys || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(wrapped(current + by));
  }

  return {
    current,
    show,
    wrapped,
    onKeyDown,
    row: { ref: track, onScroll, onTouchStart, onTouchEnd },
  };
}
