import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { SiteTexts } from '#app/features/business/site-texts.ts';
import { SectionHead, SiteLink } from '#app/site/page-parts.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { turningFrames } from '../turning-frames.ts';
import still from './images/turning-shed.webp?url';
import sheet from './images/turning-shed-frames.webp?url';

export default function DesignerSection({ texts }: { texts: SiteTexts<'home'> }) {
  return (
    <section aria-labelledby="designer" className="border-line border-y bg-sheet">
      <div className="wrap py-11 sm:py-16">
        <SectionHead id="designer" title={texts.designer_title} />
        <div className="grid grid-cols-1 items-center gap-x-12 gap-y-6 lg:grid-cols-12">
          <div className="lg:col-span-6">
            <TurningShed />
          </div>
          <div className="lg:col-span-6">
            {texts.designer_text && (
              <p className="max-w-xl whitespace-pre-line text-lg">{texts.designer_text}</p>
            )}
            <SiteLink to="/design" className={buttonClass('primary', 'mt-5 sm:px-7 sm:text-lg')}>
              {texts.designer_button}
            </SiteLink>
          </div>
        </div>
      </div>
    </section>
  );
}

const { count, columns, width, height, step } = turningFrames;
const rows = Math.ceil(count / columns);
const frameMs = 170;
const pixelsPerFrame = 20;

/** Turns while it is hovered or touched, by dragging and by arrow keys. Its frames load at the first of these. */
function TurningShed() {
  const [frame, setFrame] = useState(0);
  const [isTurning, setIsTurning] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  const drag = useRef({ x: 0, frame: 0 });

  useEffect(() => {
    if (!isTurning || !isLoaded) return;
    const timer = setInterval(() => setFrame((shown) => (shown + 1) % count), frameMs);
    return () => clearInterval(timer);
  }, [isTurning, isLoaded]);

  function onPointerEnter() {
    setIsWanted(true);
    setIsTurning(!matchMedia('(prefers-reduced-motion: reduce)').matches);
  }

  function onPointerDown({ clientX: x }: PointerEvent) {
    drag.current = { x, frame };
  }

  function onPointerMove({ buttons, clientX }: PointerEvent) {
    if (buttons === 0) return;
    const { x, frame: from } = drag.current;
    const moved = Math.round((clientX - x) / pixelsPerFrame);
    if (moved !== 0) turnTo((((from - moved) % count) + count) % count);
  }

  function turnTo(chosen: number) {
    setIsTurning(false);
    setFrame(chosen);
  }

  return (
    <>
      <div
        onPointerEnter={onPointerEnter}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setIsTurning(false)}
        className="relative aspect-4/3 touch-pan-y select-none overflow-hidden border border-line bg-pine"
      >
        <img
          src={still}
          alt="Drawing of a red shed with a gable roof, double doors and flower boxes"
          width={960}
          height={720}
          loading="lazy"
          decoding="async"
          draggable={false}
          className="size-full object-cover"
        />
        {isWanted && (
          <img
            src={sheet}
            alt=""
            draggable={false}
            width={columns * width}
            height={rows * height}
            onLoad={() => setIsLoaded(true)}
            className={`absolute top-0 left-0 h-auto max-w-none ${isLoaded ? '' : 'invisible'}`}
            style={{
              width: `${100 * columns}%`,
              transform: `translate(${(-100 * (frame % columns)) / columns}%, ${(-100 * Math.floor(frame / columns)) / rows}%)`,
            }}
          />
        )}
      </div>
      <label className="mt-2 flex items-center gap-4 text-ink-soft noscript:hidden">
        <span className="shrink-0">Turn the shed</span>
        <input
          type="range"
          aria-valuetext={`${frame * step}°`}
          min={0}
          max={count - 1}
          value={frame}
          onFocus={() => setIsWanted(true)}
          onChange={({ target }) => turnTo(target.valueAsNumber)}
          className="h-11 min-w-0 flex-1 accent-brand"
        />
      </label>
    </>
  );
}
