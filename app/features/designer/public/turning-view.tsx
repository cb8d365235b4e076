import { Minus, MoveHorizontal, Plus, RotateCcw, RotateCw, SquareArrowUp } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  lazy,
  memo,
  type RefObject,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { getFirstTouch } from '#app/hydration/when-idle.ts';
import { getEntrance, WALL_ANGLES } from '#drawing/design/design-geometry.ts';
import type { FramingDefaults } from '#drawing/design/lumber.ts';
import type { ShedDesign, Wall } from '#drawing/design/shed-design.ts';
import { PAGE_VIEWPOINT } from '#drawing/geometry/viewpoint.ts';
import { formatDesignParams } from '../design-params.ts';
import { getDesignTitle } from '../design-summary.ts';
import { createShown } from './create-shown.ts';
import type { FirstDrag } from './first-drag.ts';
import { DEGREES_PER_PIXEL, getDraggedPixels } from './gestures.ts';
import { ViewButton } from './history-buttons.tsx';
import { prepareChanges } from './prepare-changes.ts';
import { ColorCardContext, type Designer, useAfterFrame, viewToolbarId } from './use-designer.ts';
import { useGestures } from './use-gestures.ts';
import { LOOK_LIMITS, type Look, limitLook } from './view-camera.ts';
import { createWebglView, nextTask, type WebglView } from './webgl-view.ts';

const ViewInYard = lazy(async () => {
  const { ViewInYard } = await import('../view-in-yard.tsx');
  return { default: ViewInYard };
});

const FIRST_EVENTS = ['pointerdown', 'pointermove', 'pointerup', 'keydown', 'focusin'];
const WAIT_MS = 4000;

const KEY_STEP = 10;
const BUTTON_STEP = 45;
const ZOOM_STEP = 1.25;
/** From above, the roof and the yard around the shed are seen. */
const ABOVE = 30;
const TURN_MS = 350;
/** Pixels. */
const NARROW = 640;

/** Walls further to the side are not seen. */
const MAX_SEEN_ANGLE = 75;
/** The duration of the transition below. */
const FADE_MS = 300;

type TurningViewProps = Pick<Designer, 'design' | 'view'> & {
  /** The wall that is being changed; a new object turns the view to it. */
  edited: { wall: Wall } | undefined;
  framing: FramingDefaults | undefined;
  /** The element around the view, where gestures begin. */
  frame: RefObject<HTMLElement | null>;
  /** A drag that began before the view was there. */
  drag: RefObject<FirstDrag | undefined>;
  isCovered: boolean;
  /** The image behind it is no longer seen. */
  onCovered: () => void;
  onUnavailable: () => void;
};

/** The shed in its yard, turned, tilted and zoomed by dragging, pinching, wheel, keys and buttons. */
export function TurningView(props: TurningViewProps) {
  const { design, view, edited, framing, frame, drag, isCovered } = props;
  const { onCovered, onUnavailable } = props;
  const card = useContext(ColorCardContext);
  const slider = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const paper = useRef<HTMLCanvasElement>(null);
  const webgl = useRef<WebglView>(undefined);
  const hasShown = useRef(false);
  const [toolbar, setToolbar] = useState<HTMLElement | null>(null);
  // The image is covered when the first frame has its trees and sky.
  const [isDrawn, setIsDrawn] = useState(false);
  const start = WALL_ANGLES[view.facing ?? getEntrance(design)] + PAGE_VIEWPOINT.turn;
  const [begun] = useState(drag.current);
  const [changed, setChanged] = useState<Partial<Look>>(() => {
    const dragged = getDraggedPixels(begun);
    return dragged === 0 ? {} : { angle: start - dragged * DEGREES_PER_PIXEL };
  });
  const [hasOpenDoors, setHasOpenDoors] = useState(false);
  const [isInside, setIsInside] = useState(false);
  const [hasFigures, setHasFigures] = useState(false);
  const [hasTurned, setHasTurned] = useState(getDraggedPixels(begun) !== 0);
  const [isUsed, setIsUsed] = useState(false);
  const [minZoom, maxZoom] = LOOK_LIMITS.zoom;
  const look: Look = { angle: start, tilt: 0, zoom: 1, ...changed };
  const latest = useRef(look);
  const animation = useRef(0);

  useEffect(() => whenUsed(() => setIsUsed(true)), []);

  useLayoutEffect(() => {
    const element = canvas.current;
    if (!isUsed || !element) return;
    let created: WebglView;
    try {
      created = createWebglView(element);
    } catch {
      onUnavailable();
      return;
    }
    created.look(latest.current);
    webgl.current = created;
    const observer = new ResizeObserver(() => created.resize());
    observer.observe(element);
    element.addEventListener('webglcontextlost', onUnavailable);
    return () => {
      observer.disconnect();
      element.removeEventListener('webglcontextlost', onUnavailable);
      cancelAnimationFrame(animation.current);
      created.dispose();
      webgl.current = undefined;
    };
  }, [isUsed, onUnavailable]);

  useLayoutEffect(() => {
    if (!isUsed) return;
    const options = { hasOpenDoors, isInside, hasFigures };
    let isCurrent = true;
    const show = () => {
      hasShown.current = true;
      webgl.current
        ?.show(createShown(design, view, options, framing, card))
        .then(() => requestAnimationFrame(() => isCurrent && setIsDrawn(true)))
        .catch((error) => {
          if (!isCurrent) return;
          reportError(error);
          onUnavailable();
        });
    };
    // The first picture is long work: a task of its own, so that a slow phone handles input before and after.
    if (hasShown.current) show();
    else nextTask().then(() => isCurrent && show());
    return () => {
      isCurrent = false;
    };
  }, [isUsed, design, view, framing, card, hasOpenDoors, isInside, hasFigures, onUnavailable]);

  useLayoutEffect(() => setToolbar(document.getElementById(viewToolbarId)), []);

  useEffect(() => {
    const print = () => paper.current && webgl.current?.copyTo(paper.current);
    addEventListener('beforeprint', print);
    return () => removeEventListener('beforeprint', print);
  }, []);

  useEffect(() => {
    if (!isDrawn) return;
    const timer = setTimeout(onCovered, FADE_MS);
    return () => clearTimeout(timer);
  }, [isDrawn, onCovered]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the first design
  useEffect(() => {
    if (isCovered) return prepareChanges(design);
  }, [isCovered]);

  useLayoutEffect(() => {
    latest.current = look;
    webgl.current?.look(look);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it turns once for each wall that is chosen
  useEffect(() => {
    if (!edited) return;
    const step = toHalfTurn(WALL_ANGLES[edited.wall] - look.angle);
    const turn = PAGE_VIEWPOINT.turn;
    if (Math.abs(step) > MAX_SEEN_ANGLE) turnBy(step + (step > 0 ? turn : -turn));
  }, [edited]);

  const change = useCallback((next: Partial<Look>) => {
    const limited = limitLook({ ...latest.current, ...next });
    latest.current = limited;
    setChanged(limited);
    setHasTurned(true);
  }, []);

  useGestures(
    frame,
    slider,
    {
      read: () => latest.current,
      begin: () => cancelAnimationFrame(animation.current),
      change,
    },
    begun,
  );

  const turnBy = useCallback(
    (step: number) => {
      cancelAnimationFrame(animation.current);
      const target = latest.current.angle + step;
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
        change({ angle: target });
        return;
      }
      const start = performance.now();
      const move = (now: number) => {
        const share = Math.min(1, Math.max(0, (now - start) / TURN_MS));
        change({ angle: target - step * (1 - share) ** 2 });
        if (share < 1) animation.current = requestAnimationFrame(move);
      };
      animation.current = requestAnimationFrame(move);
    },
    [change],
  );

  const zoomBy = useCallback(
    (factor: number) => change({ zoom: latest.current.zoom * factor }),
    [change],
  );

  function lookByKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { angle, tilt } = look;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => change({ angle: angle - KEY_STEP }),
      ArrowRight: () => change({ angle: angle + KEY_STEP }),
      ArrowUp: () => change({ tilt: tilt + KEY_STEP }),
      ArrowDown: () => change({ tilt: tilt - KEY_STEP }),
      '+': () => zoomBy(ZOOM_STEP),
      '=': () => zoomBy(ZOOM_STEP),
      '-': () => zoomBy(1 / ZOOM_STEP),
      Home: () => setChanged({}),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    cancelAnimationFrame(animation.current);
    run();
  }

  /** On a phone, what stands beside the shed would be behind the buttons. */
  function getZoom(isPeopled: boolean, isOpened: boolean): number {
    const isNarrow = (slider.current?.clientWidth ?? NARROW) < NARROW;
    if (!isNarrow || (look.zoom !== 1 && look.zoom !== minZoom)) return look.zoom;
    return isPeopled && !isOpened ? minZoom : 1;
  }

  function showFigures() {
    setHasFigures(!hasFigures);
    setChanged({ ...changed, zoom: getZoom(!hasFigures, isInside) });
  }

  // The link to the design's model may be a frame late.
  const followed = useAfterFrame(design);
  const isAbove = look.tilt >= ABOVE;
  const lookInside = () => {
    setIsInside(!isInside);
    change({
      tilt: isInside ? 0 : Math.max(look.tilt, ABOVE),
      zoom: getZoom(hasFigures, !isInside),
    });
  };
  return (
    <>
      <div
        ref={slider}
        role="slider"
        tabIndex={0}
        aria-label={`View of the ${getDesignTitle(design)}`}
        aria-valuemin={-180}
        aria-valuemax={180}
        aria-valuenow={toHalfTurn(look.angle)}
        aria-valuetext={describeAngle(look.angle)}
        onKeyDown={lookByKey}
        className={`absolute inset-0 cursor-grab -outline-offset-4 transition-opacity duration-300 active:cursor-grabbing motion-reduce:transition-none print:static ${isDrawn ? '' : 'opacity-0'} ${isCovered ? '' : 'print:hidden'}`}
      >
        <canvas ref={canvas} className="size-full print:hidden" />
        <canvas ref={paper} className="hidden max-h-[11cm] max-w-full print:block" />
      </div>
      {!hasTurned && (
        <p className="pointer-events-none absolute inset-x-14 bottom-16 flex justify-center print:hidden">
          <span className="inline-flex items-center gap-2 rounded-md bg-paper/90 px-3 py-1.5 text-sm">
            <MoveHorizontal aria-hidden="true" className="size-4" />
            Drag to turn
          </span>
        </p>
      )}
      <ViewButtons
        design={followed}
        isAbove={isAbove}
        canZoomIn={look.zoom < maxZoom}
        canZoomOut={look.zoom > minZoom}
        change={change}
        turnBy={turnBy}
        zoomBy={zoomBy}
      />
      {toolbar &&
        createPortal(
          <fieldset aria-label="View" className="flex flex-wrap gap-2">
            <Toggle
              isOn={hasOpenDoors}
              disabled={view.framing}
              onClick={() => setHasOpenDoors(!hasOpenDoors)}
            >
              Open doors
            </Toggle>
            <Toggle isOn={isInside} disabled={view.framing} onClick={lookInside}>
              Look inside
            </Toggle>
            <Toggle isOn={hasFigures} onClick={showFigures}>
              For scale
            </Toggle>
          </fieldset>,
          toolbar,
        )}
    </>
  );
}

/**
 * Waits for the first thing that a visitor does, or for a while: the view looks like the image until somebody turns it,
 * and starting it keeps a phone busy for a second.
 * @returns stops waiting
 */
function whenUsed(run: () => void): () => void {
  const waiting = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    waiting.abort();
  };
  const begin = () => {
    stop();
    run();
  };
  // The page may have been touched before its scripts came, or another page of the site.
  const isUsed = getFirstTouch() || navigator.userActivation?.hasBeenActive;
  const timer = setTimeout(begin, isUsed ? 0 : WAIT_MS);
  for (const type of FIRST_EVENTS)
    addEventListener(type, begin, { capture: true, signal: waiting.signal });
  return stop;
}

const icon = { 'aria-hidden': true, className: 'size-5' } as const;

type ViewButtonsProps = {
  design: ShedDesign;
  isAbove: boolean;
  canZoomIn: boolean;
  canZoomOut: boolean;
  change: (look: Partial<Look>) => void;
  turnBy: (degrees: number) => void;
  zoomBy: (factor: number) => void;
};

/** While the shed turns they stay as they are. */
const ViewButtons = memo((props: ViewButtonsProps) => {
  const { design, isAbove, canZoomIn, canZoomOut, change, turnBy, zoomBy } = props;
  return (
    <>
      <div className="pointer-events-none absolute inset-x-2 bottom-2 flex justify-between print:hidden">
        <ViewButton label="Turn the shed left" onClick={() => turnBy(-BUTTON_STEP)}>
          <RotateCcw {...icon} />
        </ViewButton>
        <Suspense>
          <ViewInYard
            query={formatDesignParams(design).toString()}
            title={getDesignTitle(design)}
          />
        </Suspense>
        <ViewButton label="Turn the shed right" onClick={() => turnBy(BUTTON_STEP)}>
          <RotateCw {...icon} />
        </ViewButton>
      </div>
      <div className="pointer-events-none absolute bottom-15 left-2 sm:bottom-2 sm:left-15 print:hidden">
        <ViewButton
          label="View from above"
          aria-pressed={isAbove}
          onClick={() => change({ tilt: isAbove ? 0 : ABOVE })}
        >
          <SquareArrowUp {...icon} />
        </ViewButton>
      </div>
      <div className="pointer-events-none absolute right-2 bottom-15 flex flex-col gap-2 sm:right-15 sm:bottom-2 sm:flex-row-reverse print:hidden">
        <ViewButton label="Zoom in" isPossible={canZoomIn} onClick={() => zoomBy(ZOOM_STEP)}>
          <Plus {...icon} />
        </ViewButton>
        <ViewButton label="Zoom out" isPossible={canZoomOut} onClick={() => zoomBy(1 / ZOOM_STEP)}>
          <Minus {...icon} />
        </ViewButton>
      </div>
    </>
  );
});

type ToggleProps = ComponentProps<'button'> & { isOn: boolean };

function Toggle({ isOn, ...props }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className="min-h-11 rounded-md border border-ink px-2.5 font-semibold text-sm hover:bg-ink hover:text-white disabled:cursor-not-allowed disabled:border-line-firm disabled:bg-transparent disabled:text-line-firm aria-pressed:bg-ink aria-pressed:text-white"
      {...props}
    />
  );
}

const toHalfTurn = (angle: number) => Math.round(((((angle + 180) % 360) + 360) % 360) - 180);

const SIDES = [
  'From the front',
  'From the front right',
  'From the right',
  'From the back right',
  'From the back',
  'From the back left',
  'From the left',
  'From the front left',
] as const;

function describeAngle(angle: number): string {
  return SIDES[((Math.round(angle / 45) % 8) + 8) % 8] ?? SIDES[0];
}
