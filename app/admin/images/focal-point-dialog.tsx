import { type PointerEvent, useId, useState } from 'react';
import type { FocalPoint } from '#app/lib/image-url.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import { toObjectPosition } from '#app/ui/responsive-image.tsx';

const middle: FocalPoint = { x: 50, y: 50 };

/** The shapes in which the website crops images: heroes, cards, thumbnails on phones. */
const crops = ['aspect-2/1', 'aspect-4/3', 'aspect-3/4'];

type FocalPointDialogProps = {
  name: string;
  src: string;
  initial: FocalPoint | undefined;
  onChoose: (focalPoint: FocalPoint | undefined) => void;
  onClose: () => void;
};

export function FocalPointDialog({ name, src, initial, onChoose, onClose }: FocalPointDialogProps) {
  const [point, setPoint] = useState(initial ?? middle);
  const isMiddle = point.x === middle.x && point.y === middle.y;

  function movePoint({ currentTarget, clientX, clientY }: PointerEvent) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    setPoint({
      x: toPercent((clientX - left) / width),
      y: toPercent((clientY - top) / height),
    });
  }

  return (
    <Dialog
      open
      title="Focal Point"
      hasUnsavedInput={point.x !== (initial ?? middle).x || point.y !== (initial ?? middle).y}
      unsavedText="The new focal point hasn't been applied."
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            variant="secondary"
            className="mr-auto"
            disabled={isMiddle}
            onClick={() => setPoint(middle)}
          >
            Reset to Centre
          </Button>
          <DialogClose>Cancel</DialogClose>
          <Button
            onClick={() => {
              onChoose(isMiddle ? undefined : point);
              onClose();
            }}
          >
            Use This Point
          </Button>
        </div>
      }
    >
      <p className="mb-3 text-ink-soft leading-snug">
        Click or drag to choose the part that stays visible when the image is cropped.
      </p>
      {/* As high as the image may be, so that the buttons below stay where they are while it loads. */}
      <div className="flex h-[30dvh] items-center justify-center bg-pine">
        <div
          className="relative cursor-crosshair touch-none select-none"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            movePoint(event);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) movePoint(event);
          }}
        >
          <img src={src} alt={name} draggable={false} className="block max-h-[30dvh] max-w-full" />
          <span
            aria-hidden
            style={{ left: `${point.x}%`, top: `${point.y}%` }}
            className="pointer-events-none absolute size-8 -translate-1/2 rounded-full border-3 border-white shadow-[0_0_0_2px_rgb(0_0_0/0.7),inset_0_0_0_2px_rgb(0_0_0/0.7)]"
          />
        </div>
      </div>
      <div className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        <PercentSlider
          label="From the left"
          value={point.x}
          onChange={(x) => setPoint({ ...point, x })}
        />
        <PercentSlider
          label="From the top"
          value={point.y}
          onChange={(y) => setPoint({ ...point, y })}
        />
      </div>
      <p className="mt-2 mb-1.5 text-ink-soft text-sm">How it's cropped on the website</p>
      <div aria-hidden className="flex items-end gap-3">
        {crops.map((crop) => (
          <img
            key={crop}
            src={src}
            alt=""
            style={{ objectPosition: toObjectPosition(point) }}
            className={`h-20 min-w-0 border border-line object-cover sm:h-24 ${crop}`}
          />
        ))}
      </div>
    </Dialog>
  );
}

function toPercent(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
}

type PercentSliderProps = { label: string; value: number; onChange: (value: number) => void };

function PercentSlider({ label, value, onChange }: PercentSliderProps) {
  const id = useId();
  return (
    <div>
      <div className="flex justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <span aria-hidden className="text-ink-soft tabular-nums">
          {`${value}%`}
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={value}
        aria-valuetext={`${value} percent`}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-11 w-full accent-brand"
      />
    </div>
  );
}
