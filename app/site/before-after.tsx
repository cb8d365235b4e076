import { useState, useSyncExternalStore } from 'react';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import { useAltText } from './page-parts.tsx';

const subscribe = () => () => {};

type BeforeAfterProps = { before: string; after: string; subject: string };

/**
 * Two images of one view: side by side without scripts, otherwise one above the other with a slider between them, in
 * the same frame.
 */
export default function BeforeAfter({ before, after, subject }: BeforeAfterProps) {
  const [percent, setPercent] = useState(50);
  // False on the server and during hydration.
  const isStacked = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
  return (
    <div className="relative mt-6 aspect-3/2 overflow-hidden border border-line bg-pine">
      <Half
        path={before}
        label="Before"
        subject={subject}
        className={isStacked ? 'inset-0' : 'inset-y-0 left-0 w-1/2'}
      />
      <Half
        path={after}
        label="After"
        subject={subject}
        className={isStacked ? 'inset-0' : 'inset-y-0 right-0 w-1/2'}
        clipPath={isStacked ? `inset(0 0 0 ${percent}%)` : undefined}
      />
      {isStacked && (
        <>
          <input
            type="range"
            min={0}
            max={100}
            value={percent}
            onChange={({ target }) => setPercent(Number(target.value))}
            aria-label="Compare before and after"
            aria-valuetext={`${percent}% before, ${100 - percent}% after`}
            className="peer absolute inset-0 size-full cursor-ew-resize touch-pan-y opacity-0"
          />
          <span
            aria-hidden="true"
            style={{ left: `${percent}%` }}
            className="pointer-events-none absolute inset-y-0 -ml-0.5 w-1 bg-white peer-focus-visible:outline-3 peer-focus-visible:outline-ink"
          >
            <span className="absolute top-1/2 left-1/2 grid size-11 -translate-1/2 place-items-center rounded-full border border-line-firm bg-white font-semibold text-ink">
              ↔
            </span>
          </span>
        </>
      )}
    </div>
  );
}

type HalfProps = {
  path: string;
  label: string;
  subject: string;
  className: string;
  clipPath?: string | undefined;
};

function Half({ path, label, subject, className, clipPath }: HalfProps) {
  const getAlt = useAltText();
  return (
    <figure className={`absolute ${className}`} style={{ clipPath }}>
      <ResponsiveImage
        path={path}
        alt={getAlt(path, `${subject}, ${label.toLowerCase()}`)}
        sizes="(min-width: 64rem) 42rem, 100vw"
        width={960}
        height={640}
        className="size-full object-cover"
        fallback={null}
      />
      <figcaption
        className={`absolute top-2 bg-ink px-2 py-0.5 font-medium text-sm text-white ${label === 'Before' ? 'left-2' : 'right-2'}`}
      >
        {label}
      </figcaption>
    </figure>
  );
}
