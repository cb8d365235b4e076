import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useSlides } from './use-slides.ts';

type CarouselProps = {
  /** What is shown, for screen readers: 'Videos', 'Pictures of the project'. */
  label: string;
  /** Unique on the page; the slides' addresses begin with it. */
  id: string;
  slides: { key: string; content: ReactNode }[];
  /** Small pictures that lead to the slides, in their place; dots where there are none. */
  thumbnails?: ReactNode[];
};

const arrow =
  'grid size-12 place-items-center rounded-md border border-ink hover:bg-ink hover:text-white noscript:hidden';

/**
 * Slides that are swept sideways, with arrows that wrap around at both ends, a counter, and dots or
 * thumbnails. Sweeping and dots work without scripts.
 */
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
        aria-label={`${label}, one beside the other`}
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
      <span className="block h-0.75 w-7 bg-line-firm group-aria-[current]:bg-barn sm:w-full" />
    </span>
  );
}
