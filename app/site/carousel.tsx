import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type TouchEvent,
  useRef,
  useState,
} from 'react';
import { scrollBehavior } from './scroll-to-contact.ts';

type CarouselProps = {
  label: string;
  id: string;
  slides: { key: string; content: ReactNode }[];
  thumbnails?: ReactNode[];
};

const arrow =
  'grid size-12 place-items-center rounded-md border border-ink hover:bg-ink hover:text-white noscript:hidden';

export function Carousel({ label, id, slides, thumbnails }: CarouselProps) {
  const { current, show, wrapped, onKeyDown, row } = useSlides(slides.length);
  const slideId = (index: number) => `${id}-${index + 1}`;

  function follow(event: MouseEvent, index: number) {
    event.preventDefault();
    show(index);
  }

  const step = (by: number, name: string, icon: ReactNode) => {
    const index = wrapped(current + by);
    return (
      <a
        href={`#${slideId(index)}`}
        aria-label={name}
        onClick={(event) => follow(event, index)}
        className={arrow}
      >
        {icon}
      </a>
    );
  };

  return (
    <section aria-roledescription="carousel" aria-label={label} onKeyDown={onKeyDown}>
      <ul
        {...row}
        className="sweep"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll with the keyboard
        tabIndex={0}
        aria-label={`${label}, slides`}
      >
        {slides.map((slide, index) => (
          <li
            key={slide.key}
            id={slideId(index)}
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}`}
          >
            {slide.content}
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div
          className={`mt-4 flex items-center gap-4 print:hidden ${thumbnails ? 'flex-wrap' : ''}`}
        >
          <ul
            className={`flex min-w-0 flex-1 flex-wrap items-center gap-1.5 ${thumbnails ? 'basis-full sm:basis-0' : ''}`}
          >
            {slides.map((slide, index) => (
              <li key={slide.key}>
                <a
                  href={`#${slideId(index)}`}
                  aria-label={`Show ${index + 1} of ${slides.length}`}
                  aria-current={index === current ? 'true' : undefined}
                  onClick={(event) => follow(event, index)}
                  className="group block"
                >
                  {thumbnails?.[index] ?? <Dot />}
                </a>
              </li>
            ))}
          </ul>
          <p
            aria-live="polite"
            className="mr-auto shrink-0 text-ink-soft tabular-nums sm:mr-0 noscript:hidden"
          >
            {`${current + 1} / ${slides.length}`}
          </p>
          <div className="flex shrink-0 gap-2">
            {step(-1, 'Previous', <ChevronLeft aria-hidden="true" className="size-6" />)}
            {step(1, 'Next', <ChevronRight aria-hidden="true" className="size-6" />)}
          </div>
        </div>
      )}
    </section>
  );
}

function Dot() {
  return (
    <span className="grid size-11 place-items-center sm:size-8">
      <span className="block h-0.75 w-7 bg-line-firm group-aria-[current]:bg-brand sm:w-full" />
    </span>
  );
}

const minSwipe = 60;
const scrollEndDelayMs = 120;

function useSlides(count: number) {
  const track = useRef<HTMLUListElement>(null);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const touch = useRef({ x: 0, y: 0, left: 0 });
  /** The target of a smooth scroll until it ends; a replaced scroll may report its end later. */
  const requested = useRef<number>(undefined);
  const [current, setCurrent] = useState(0);
  const wrapped = (index: number) => (index + count) % count;

  function show(index: number) {
    const list = track.current;
    if (!list) return;
    const left = index * list.clientWidth;
    requested.current = list.scrollLeft === left ? undefined : index;
    list.scrollTo({ left, behavior: scrollBehavior() });
    setCurrent(index);
  }

  function onScrollEnd() {
    const list = track.current;
    if (!list) return;
    const reached = Math.round(list.scrollLeft / list.clientWidth);
    if (requested.current !== undefined && requested.current !== reached) return;
    requested.current = undefined;
    setCurrent(reached);
  }

  function onWheel() {
    requested.current = undefined;
  }

  /** For browsers without `scrollend`: a slow smooth scroll pauses for longer than the delay. */
  function onScroll() {
    if ('onscrollend' in window) return;
    clearTimeout(settling.current);
    settling.current = setTimeout(onScrollEnd, scrollEndDelayMs);
  }

  function onTouchStart({ touches }: TouchEvent) {
    const finger = touches[0];
    if (!finger) return;
    requested.current = undefined;
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
    if (Math.abs(along) < Math.max(minSwipe, 2 * across)) return;
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
    row: { ref: track, onScroll, onScrollEnd, onWheel, onTouchStart, onTouchEnd },
  };
}
