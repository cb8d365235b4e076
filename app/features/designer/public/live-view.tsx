import { memo, useCallback, useContext, useLayoutEffect, useRef, useState } from 'react';
import { getFirstTouch } from '#app/hydration/when-idle.ts';
import type { FramingDefaults } from '#drawing/design/lumber.ts';
import type { Wall } from '#drawing/design/shed-design.ts';
import { DesignImage } from '../design-image.tsx';
import { summarizeDesign } from '../design-summary.ts';
import { getDesignImageUrl } from '../design-view.ts';
import { type FirstDrag, followDrag } from './first-drag.ts';
import type { TurningView } from './turning-view.tsx';
import { ColorCardContext, type Designer } from './use-designer.ts';

type LiveViewProps = Pick<Designer, 'design' | 'view'> & {
  edited: { wall: Wall } | undefined;
  framing: FramingDefaults | undefined;
  /** The view cannot turn: the image stays. */
  onStill: (isStill: true) => void;
};

const loadTurningView = () => import('./turning-view.tsx');
// It loads while the page hydrates.
if (!import.meta.env.SSR) loadTurningView().catch(() => undefined);

/**
 * The shed in its yard. The image that the server draws is shown until the view that turns is ready, and instead of
 * it without WebGL.
 */
export const LiveView = memo(({ onStill, ...props }: LiveViewProps) => {
  const { design, view } = props;
  const card = useContext(ColorCardContext);
  const frame = useRef<HTMLDivElement>(null);
  const [Turning, setTurning] = useState<typeof TurningView>();
  const [isCovered, setIsCovered] = useState(false);
  /** A drag that begins before the view is there turns it once it is. */
  const drag = useRef<FirstDrag>(undefined);
  const onUnavailable = useCallback(() => {
    setTurning(undefined);
    onStill(true);
  }, [onStill]);
  const onCovered = useCallback(() => setIsCovered(true), []);
  // React hydrates other parts of the page after layout effects.
  useLayoutEffect(() => {
    let isMounted = true;
    loadTurningView()
      .then(({ TurningView }) => isMounted && setTurning(() => TurningView))
      .catch(onUnavailable);
    return () => {
      isMounted = false;
    };
  }, [onUnavailable]);

  return (
    <div
      ref={frame}
      onPointerDown={({ pointerId: pointer, clientX: from }) => {
        drag.current = { pointer, from, to: from };
      }}
      onPointerMove={(event) => {
        if (!Turning) drag.current = followDrag(drag.current, event, getFirstTouch());
      }}
      className="relative aspect-4/3 max-h-[max(10rem,44svh,min(16rem,100svh-9rem))] w-full touch-pan-y overflow-hidden border-line border-y bg-pine lg:max-h-none lg:min-h-0 lg:border-x print:aspect-auto print:max-h-none print:border-0"
    >
      {(!isCovered || !Turning) && (
        <DesignImage
          src={getDesignImageUrl(design, view)}
          alt={summarizeDesign(design, view.units, card)}
          fetchPriority="high"
          draggable={false}
          className="size-full object-contain print:max-h-[11cm] print:object-left"
        />
      )}
      {Turning && (
        <Turning
          {...props}
          frame={frame}
          drag={drag}
          isCovered={isCovered}
          onCovered={onCovered}
          onUnavailable={onUnavailable}
        />
      )}
    </div>
  );
});
