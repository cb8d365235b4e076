import { ChevronLeft, ChevronRight, ExternalLink, ImageOff } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { getImageUrl } from '#app/lib/image-url.ts';
import { Dialog } from '#app/ui/dialog.tsx';

export type ViewedImage = { path: string; name: string; href: string };

type ImageViewerProps = {
  title: string;
  images: ViewedImage[];
  first: number;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

export default function ImageViewer({
  title,
  images,
  first,
  onClose,
  finalFocus,
}: ImageViewerProps) {
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(first);
  const count = images.length;

  useEffect(() => {
    list.current?.scrollTo({ left: first * list.current.clientWidth, behavior: 'instant' });
  }, [first]);

  function show(index: number) {
    const row = list.current;
    row?.scrollTo({ left: ((index + count) % count) * row.clientWidth, behavior: 'instant' });
  }

  function pressKey(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(current + step);
  }

  const image = images[current];
  return (
    <Dialog open size="xl" title={title} onClose={onClose} finalFocus={finalFocus}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same */}
      <div onKeyDown={pressKey}>
        <ul
          ref={list}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            clientWidth > 0 && setCurrent(Math.round(scrollLeft / clientWidth))
          }
          className="sweep"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll with the keyboard
          tabIndex={0}
          aria-label={title}
        >
          {images.map((item, index) => (
            <li key={item.path} aria-label={`${index + 1} of ${count}`}>
              <Slide image={item} isNear={Math.abs(index - current) <= 1} />
            </li>
          ))}
        </ul>
        <div className="mt-3 flex items-center gap-2">
          {count > 1 && (
            <>
              <button
                type="button"
                aria-label="Previous"
                onClick={() => show(current - 1)}
                className={arrowClass}
              >
                <ChevronLeft aria-hidden className="size-6" />
              </button>
              <button
                type="button"
                aria-label="Next"
                onClick={() => show(current + 1)}
                className={arrowClass}
              >
                <ChevronRight aria-hidden className="size-6" />
              </button>
            </>
          )}
          <p role="status" className="px-2 text-ink-soft tabular-nums">
            {`${current + 1} / ${count}`}
          </p>
          <a
            href={image?.href}
            target="_blank"
            rel="noreferrer"
            className="drawn-link ml-auto inline-flex min-h-11 items-center gap-2 px-2"
          >
            <ExternalLink aria-hidden className="size-5" />
            Full size<span className="sr-only">, opens in a new tab</span>
          </a>
        </div>
      </div>
    </Dialog>
  );
}

const arrowClass =
  'grid size-12 place-items-center rounded-md border border-line-firm hover:border-ink hover:bg-pine';

function Slide({ image, isNear }: { image: ViewedImage; isNear: boolean }) {
  const [missing, setMissing] = useState(false);
  const frame = 'h-[min(70dvh,40rem)] w-full bg-pine';
  if (missing) {
    return (
      <div className={`${frame} grid place-content-center justify-items-center text-ink-soft`}>
        <ImageOff aria-hidden className="size-8" />
        Not available
      </div>
    );
  }
  return (
    <img
      src={getImageUrl(image.path, 1280, 'webp')}
      alt={image.name}
      loading={isNear ? 'eager' : 'lazy'}
      onError={() => setMissing(true)}
      className={`${frame} object-contain`}
    />
  );
}
