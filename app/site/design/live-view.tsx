import { RotateCcw, RotateCw } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { getDesignTitle, summarizeDesign } from '#app/domain/designs/design-summary.ts';
import { DESIGN_IMAGES, getDesignImageUrl, getMood } from '#app/domain/designs/design-view.ts';
import { createDesignPanels } from '#drawing/design/create-panels.ts';
import { getDesignGeometry, getEntrance } from '#drawing/design/geometry.ts';
import type { Wall } from '#drawing/design/shed-design.ts';
import { toFeet } from '#drawing/vector.ts';
import type { ThreeView } from './three-view.ts';
import type { Designer } from './use-designer.ts';
import { ViewInYard } from './view-in-yard.tsx';

/** From the entrance, as in the drawn image; degrees. */
const START_ANGLE = -30;
const KEY_STEP = 10;
const BUTTON_STEP = 45;
const DEGREES_PER_PIXEL = 0.5;
const TURN_MS = 350;
const WALL_ANGLES: Record<Wall, number> = { front: 0, right: 90, back: 180, left: -90 };

type LiveViewProps = Pick<Designer, 'design' | 'view'> & { showsFraming: boolean };

/**
 * The shed in its yard, turned by dragging, arrow keys and buttons. The image that the server draws is
 * shown until the view is ready, and instead of it without WebGL.
 */
export function LiveView({ design, view, showsFraming }: LiveViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const three = useRef<ThreeView>(undefined);
  const [status, setStatus] = useState<'loading' | 'ready' | 'unavailable'>('loading');
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
      .then(({ createThreeView }) => {
        if (!isMounted) return;
        created = createThreeView(element);
        created.resize();
        three.current = created;
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
    three.current?.show({
      panels: createDesignPanels(design, {
        snow: view.season === 'winter',
        framing: showsFraming,
      }),
      width: design.width,
      length: design.length,
      height: toFeet(ridgeLevel),
      facing: WALL_ANGLES[getEntrance(design)],
      season: view.season,
      mood: getMood(view),
    });
  }, [design, view, showsFraming, status]);

  useEffect(() => {
    if (status === 'ready') three.current?.turn(angle);
  }, [angle, status]);

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

  const { width, height } = DESIGN_IMAGES.page;
  return (
    <div className="relative aspect-4/3 max-h-[42svh] w-full overflow-hidden border border-line bg-pine lg:max-h-[max(18rem,calc(100svh-23rem))]">
      {status !== 'ready' && (
        <img
          src={getDesignImageUrl(design, view)}
          alt={summarizeDesign(design)}
          width={width}
          height={height}
          fetchPriority="high"
          className="size-full object-cover"
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
        className={`absolute inset-0 cursor-grab touch-pan-y -outline-offset-4 active:cursor-grabbing ${status === 'ready' ? '' : 'invisible'}`}
      >
        <canvas ref={canvas} className="size-full" />
      </div>
      {status === 'ready' && (
        <div className="pointer-events-none absolute inset-x-2 bottom-2 flex justify-between">
          <TurnButton label="Turn the shed left" onClick={() => turnBy(-BUTTON_STEP)}>
            <RotateCcw aria-hidden="true" className="size-5" />
          </TurnButton>
          <ViewInYard design={design} />
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
