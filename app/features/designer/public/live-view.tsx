import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { getFirstTouch } from '#app/hydration/when-idle.ts';
import type { FramingDefaults } from '#drawing/design/lumber.ts';
import type { Wall } from '#drawing/design/shed-design.ts';
import { DesignImage } from '../design-image.tsx';
import { summarizeDesign } from '../design-summary.ts';
import { getDesignImageUrl } from '../design-view.ts';
import type { TurningView } from './turning-view.tsx';
import type { Designer } from './use-designer.ts';

/** Fingers that scroll move a few pixels sideways. */
const MIN_DRAG = 8;

type LiveViewProps = Pick<Designer, 'design' | 'view'> & {
  edited: { wall: Wall } | undefined;
  framing: FramingDefaults | undefined;
  /** The element for the buttons of what is shown. */
  toolbar: HTMLElement | null;
  /** The view cannot turn: the image stays. */
  onStill: (isStill: true) => void;
};

/**
 * The shed in its yard. The image that the server draws is shown until the view that turns is ready, and instead of
 * it without WebGL.
 */
export function LiveView({ onStill, ...props }: LiveViewProps) {
  const { design, view } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [Turning, setTurning] = useState<typeof TurningView>();
  const [isCovered, setIsCovered] = useState(false);
  const drag = useRef({ pointer: -1, from: 0, to: 0 });
  const onUnavailable = useCallback(() => {
    setTurning(undefined);
    onStill(true);
  }, [onStill]);
  const onCovered = useCallback(() => setIsCovered(true), []);
  useEffect(() => {
    let isMounted = true;
    import('./turning-view.tsx')
      .then(({ TurningView }) => isMounted && setTurning(() => TurningView))
      .catch(onUnavailable);
    return () => {
      isMounted = false;
    };
  }, [onUnavailable]);

  /** The drag that began before the view was there, or before hydration, turns it. */
  function onPointerMove({ buttons, pointerId, clientX }: PointerEvent) {
    if (Turning || buttons !== 1) return;
    if (drag.current.pointer !== pointerId) {
      const touch = getFirstTouch();
      const from = touch?.pointerId === pointerId ? touch.clientX : clientX;
      drag.current = { pointer: pointerId, from, to: clientX };
    }
    drag.current.to = clientX;
  }
  const { from, to } = drag.current;
  const dragged = Math.abs(to - from) < MIN_DRAG ? 0 : to - from;

  return (
    <div
      ref={frame}
      onPointerDown={({ pointerId, clientX: x }) => {
        drag.current = { pointer: pointerId, from: x, to: x };
      }}
      onPointerMove={onPointerMove}
      className="relative aspect-4/3 max-h-[max(10rem,44svh,min(16rem,100svh-9rem))] w-full touch-pan-y overflow-hidden border-line border-y bg-pine lg:max-h-none lg:min-h-0 lg:border-x print:aspect-auto print:max-h-none print:border-0"
    >
      {(!isCovered || !Turning) && (
        <DesignImage
          src={getDesignImageUrl(design, view)}
          alt={summarizeDesign(design)}
          fetchPriority="high"
          draggable={false}
          className="size-full object-contain print:max-h-[11cm] print:object-left"
        />
      )}
      {Turning && (
        <Turning
          {...props}
          frame={frame}
          dragged={dragged}
          isCovered={isCovered}
          onCovered={onCovered}
          onUnavailable={onUnavailable}
        />
      )}
    </div>
  );
}
