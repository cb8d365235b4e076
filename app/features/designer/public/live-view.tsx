import { RotateCcw, RotateCw } from 'lucide-react';
import {
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { getDesignGeometry, getEntrance } from '#drawing/design/design-geometry.ts';
import type { FramingDefaults } from '#drawing/design/lumber.ts';
import type { Wall } from '#drawing/design/shed-design.ts';
import { toFeet } from '#drawing/geometry/vector.ts';
import { DesignImage } from '../design-image.tsx';
import { formatDesignParams } from '../design-params.ts';
import { getDesignTitle, summarizeDesign } from '../design-summary.ts';
import { getDesignImageUrl, getMood } from '../design-view.ts';
import type { createShedPanels, prepareChanges, ThreeView } from './three-view.ts';
import type { Designer } from './use-designer.ts';

const ViewInYard = lazy(async () => {
  const { ViewInYard } = await import('../view-in-yard.tsx');
  return { default: ViewInYard };
});

/** Degrees from the entrance, as in the drawn image. */
const START_ANGLE = -30;
const KEY_STEP = 10;
const BUTTON_STEP = 45;
const DEGREES_PER_PIXEL = 0.5;
const TURN_MS = 350;
const WALL_ANGLES: Record<Wall, number> = { front: 0, right: 90, back: 180, left: -90 };

/** Walls further to the side are not seen. */
const MAX_SEEN_ANGLE = 75;
/** The duration of the transition below. */
const FADE_MS = 300;

type LiveViewProps = Pick<Designer, 'design' | 'view'> & {
  /** The wall that is being changed; a new object turns the view to it. */
  edited?: { wall: Wall } | undefined;
  framing: FramingDefaults | undefined;
};

/**
 * The shed in its yard, turned by dragging, arrow keys and buttons. The image that the server draws is
 * shown until the view is ready, and instead of it without WebGL.
 */
export function LiveView({ design, view, edited, framing }: LiveViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const paper = useRef<HTMLCanvasElement>(null);
  const three = useRef<ThreeView>(undefined);
  const createPanels = useRef<typeof createShedPanels>(undefined);
  const prepare = useRef<typeof prepareChanges>(undefined);
  const [status, setStatus] = useState<'loading' | 'ready' | 'unavailable'>('loading');
  // The image is covered when the first frame has its trees and sky.
  const [isDrawn, setIsDrawn] = useState(false);
  const [isCovered, setIsCovered] = useState(false);
  const [turned, setTurned] = useState<number>();
  const angle = turned ?? WALL_ANGLES[getEntrance(design)] + START_ANGLE;
  const drag = useRef({ pointer: -1, x: 0, angle: 0 });
  const animation = useRef(0);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let isMounted = true;
    let created: ThreeView | undefined;
    const onLost = () => setStatus('unavailable');
    import('./three-view.ts')
      .then((module) => {
        if (!isMounted) return;
        created = module.createThreeView(element);
        created.resize();
        three.current = created;
        createPanels.current = module.createShedPanels;
        prepare.current = module.prepareChanges;
        setStatus('ready');
      })
      .catch(onLost);
    const observer = new ResizeObserver(() => created?.resize());
    observer.observe(element);
    element.addEventListener('webglcontextlost', onLost);
    return () => {
      isMounted = false;
      observer.disconnect();
      element.removeEventListener('webglcontextlost', onLost);
      cancelAnimationFrame(animation.current);
      created?.dispose();
      three.current = undefined;
    };
  }, []);

  useEffect(() => {
    if (status !== 'ready') return;
    const { ridgeLevel } = getDesignGeometry(design);
    const shown = three.current?.show({
      panels:
        createPanels.current?.(design, {
          snow: view.season === 'winter',
          framing: view.framing === true,
          defaults: framing,
        }) ?? [],
      width: design.width,
      length: design.length,
      height: toFeet(ridgeLevel),
      facing: WALL_ANGLES[getEntrance(design)],
      season: view.season,
      mood: getMood(view),
    });
    const reveal = () => requestAnimationFrame(() => setIsDrawn(true));
    shown?.then(reveal, reveal);
  }, [design, view, framing, status]);

  useEffect(() => {
    const print = () => paper.current && three.current?.copyTo(paper.current);
    addEventListener('beforeprint', print);
    return () => removeEventListener('beforeprint', print);
  }, []);

  useEffect(() => {
    if (!isDrawn) return;
    const timer = setTimeout(() => setIsCovered(true), FADE_MS);
    return () => clearTimeout(timer);
  }, [isDrawn]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the first design
  useEffect(() => {
    if (isCovered) return prepare.current?.(design);
  }, [isCovered]);

  useEffect(() => {
    if (status === 'ready') three.current?.turn(angle);
  }, [angle, status]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it turns once for each wall that is chosen
  useEffect(() => {
    if (!edited) return;
    const step = toHalfTurn(WALL_ANGLES[edited.wall] - angle);
    if (Math.abs(step) > MAX_SEEN_ANGLE) turnBy(step + (step > 0 ? START_ANGLE : -START_ANGLE));
  }, [edited]);

  function turnBy(step: number) {
    cancelAnimationFrame(animation.current);
    const target = angle + step;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setTurned(target);
      return;
    }
    const start = performance.now();
    const move = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - start) / TURN_MS));
      setTurned(target - step * (1 - share) ** 2);
      if (share < 1) animation.current = requestAnimationFrame(move);
    };
    animation.current = requestAnimationFrame(move);
  }

  function turnByKey(event: KeyboardEvent) {
    const step = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setTurned(angle + step);
    } else if (event.key === 'Home') {
      event.preventDefault();
      setTurned(undefined);
    }
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    cancelAnimationFrame(animation.current);
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { pointer: event.pointerId, x: event.clientX, angle };
  }

  function onPointerMove(event: PointerEvent) {
    const { pointer, x, angle: from } = drag.current;
    if (event.pointerId !== pointer) return;
    setTurned(from - (event.clientX - x) * DEGREES_PER_PIXEL);
  }

  function onPointerEnd() {
    drag.current.pointer = -1;
  }

  return (
    <div className="relative aspect-4/3 max-h-[max(10rem,44svh,min(16rem,100svh-9rem))] w-full overflow-hidden border-line border-y bg-pine lg:max-h-none lg:min-h-0 lg:border-x print:aspect-auto print:max-h-none print:border-0">
      {(!isCovered || status !== 'ready') && (
        <DesignImage
          src={getDesignImageUrl(design, view)}
          alt={summarizeDesign(design)}
          fetchPriority="high"
          className="size-full object-contain print:max-h-[11cm] print:object-left"
        />
      )}
      <div
        role="slider"
        tabIndex={status === 'ready' ? 0 : -1}
        aria-hidden={status !== 'ready'}
        aria-label={`View of the ${getDesignTitle(design)}`}
        aria-valuemin={-180}
        aria-valuemax={180}
        aria-valuenow={toHalfTurn(angle)}
        aria-valuetext={describeAngle(angle)}
        onKeyDown={turnByKey}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        className={`absolute inset-0 cursor-grab touch-pan-y -outline-offset-4 transition-opacity duration-300 active:cursor-grabbing motion-reduce:transition-none print:static ${isDrawn ? '' : 'opacity-0'} ${status === 'ready' ? '' : 'invisible'} ${isCovered && status === 'ready' ? '' : 'print:hidden'}`}
      >
        <canvas ref={canvas} className="size-full print:hidden" />
        <canvas ref={paper} className="hidden max-h-[11cm] max-w-full print:block" />
      </div>
      {status === 'ready' && (
        <div className="pointer-events-none absolute inset-x-2 bottom-2 flex justify-between print:hidden">
          <TurnButton label="Turn the shed left" onClick={() => turnBy(-BUTTON_STEP)}>
            <RotateCcw aria-hidden="true" className="size-5" />
          </TurnButton>
          <Suspense>
            <ViewInYard
              query={formatDesignParams(design).toString()}
              title={getDesignTitle(design)}
            />
          </Suspense>
          <TurnButton label="Turn the shed right" onClick={() => turnBy(BUTTON_STEP)}>
            <RotateCw aria-hidden="true" className="size-5" />
          </TurnButton>
        </div>
      )}
    </div>
  );
}

type TurnButtonProps = { label: string; onClick: () => void; children: ReactNode };

function TurnButton({ label, onClick, children }: TurnButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="pointer-events-auto grid size-11 place-items-center rounded-md border border-ink bg-paper/90 hover:bg-ink hover:text-white"
    >
      {children}
    </button>
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
