import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { pluralize } from '#app/lib/pluralize.ts';
import { getFreePositions } from '#drawing/design/constrain-design.ts';
import {
  getDesignGeometry,
  getOpeningRect,
  getWallLength,
  sortOpenings,
} from '#drawing/design/design-geometry.ts';
import {
  type DesignOpening,
  OPENINGS,
  type ShedDesign,
  type Wall,
} from '#drawing/design/shed-design.ts';
import { formatDimension, type Units } from '#drawing/geometry/lengths.ts';
import { drawElevation, getWallStart } from '#drawing/views/lines/elevations.ts';
import { getOpeningLabel, WALL_LABELS } from '../design-labels.ts';
import { Shapes } from '../line-drawing.tsx';
import type { Designer } from './use-designer.ts';

/** Inches within which an opening snaps to the middle of the wall or of the room that it has. */
const SNAP = 3;
const LARGE_STEP = 6;
const MIN_TARGET_PX = 24;
/** The width of the drawing on a narrow phone. */
const NARROWEST_PX = 300;

type WallEditorProps = Pick<Designer, 'design' | 'applyOpenings'> & {
  units: Units | undefined;
  walls: readonly Wall[];
  wall: Wall;
  onWall: (edited: { wall: Wall }) => void;
  /** Shows a design while an opening is dragged; undefined when it is put down. */
  onDrag: (design: ShedDesign | undefined) => void;
};

export function WallEditor({
  design,
  units,
  applyOpenings,
  walls,
  wall,
  onWall,
  onDrag,
}: WallEditorProps) {
  const openings = sortOpenings(design.openings);
  const [dragged, setDragged] = useState<{ index: number; position: number }>();
  const start = useRef({ x: 0, position: 0, pixelsPerInch: 1 });
  const shown = dragged ? moveOpening(openings, dragged.index, dragged.position) : openings;
  const drawn = dragged ? { ...design, openings: shown } : design;
  const { left, top, width, height, shapes } = useElevation(drawn, wall, units);
  const countOpenings = (each: Wall) => openings.filter((opening) => opening.wall === each).length;
  const minTarget = (MIN_TARGET_PX * width) / NARROWEST_PX;

  const sliders = useRef<SVGSVGElement>(null);
  const movedTo = useRef<number>(undefined);
  useEffect(() => {
    if (movedTo.current === undefined) return;
    const name = `[data-opening="${movedTo.current}"]`;
    movedTo.current = undefined;
    sliders.current?.querySelector<SVGElement>(name)?.focus({ preventScroll: true });
  });

  function commit(index: number, position: number, subject: string) {
    const next = moveOpening(openings, index, position);
    const target = next[index] && sortOpenings(next).indexOf(next[index]);
    if (applyOpenings(next, subject) && target !== index) movedTo.current = target;
  }

  function moveByKey(event: KeyboardEvent, index: number, opening: DesignOpening) {
    const ranges = getRanges(design, openings, index);
    const first = ranges[0]?.min ?? opening.position;
    const last = ranges.at(-1)?.max ?? opening.position;
    const step = event.shiftKey ? LARGE_STEP : 1;
    const targets: Record<string, number> = {
      ArrowLeft: opening.position - step,
      ArrowRight: opening.position + step,
      Home: first,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const position = stepTo(ranges, target, Math.sign(target - opening.position));
    if (position !== opening.position) commit(index, position, `move ${wall} ${opening.type}`);
  }

  function startDrag(event: PointerEvent<SVGGElement>, index: number, opening: DesignOpening) {
    const svg = event.currentTarget.ownerSVGElement;
    if (!svg) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const pixelsPerInch = svg.getScreenCTM()?.a ?? 1;
    start.current = { x: event.clientX, position: opening.position, pixelsPerInch };
    setDragged({ index, position: opening.position });
  }

  function drag(event: PointerEvent) {
    if (!dragged) return;
    const next = getPosition(event, dragged.index);
    if (next === dragged.position) return;
    setDragged({ ...dragged, position: next });
    onDrag({ ...design, openings: moveOpening(openings, dragged.index, next) });
  }

  function getPosition({ clientX }: PointerEvent, index: number): number {
    const { x, position, pixelsPerInch } = start.current;
    return snapTo(design, openings, index, position + (clientX - x) / pixelsPerInch);
  }

  function cancelDrag() {
    setDragged(undefined);
    onDrag(undefined);
  }

  /** By the event, since the last move before it may not be rendered yet. */
  function drop(event: PointerEvent) {
    if (!dragged) return;
    const { index } = dragged;
    const hasMoved = event.clientX !== start.current.x;
    const position = getPosition(event, index);
    cancelDrag();
    if (hasMoved && position !== openings[index]?.position) commit(index, position, '');
  }

  return (
    <div className="hidden scripting:block">
      <fieldset className="grid auto-cols-fr grid-flow-col">
        <legend className="sr-only">Wall</legend>
        {walls.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === wall}
            onClick={() => onWall({ wall: each })}
            className="-ml-px inline-flex min-h-11 items-center justify-center gap-1.5 border border-line-firm bg-sheet px-2 first-of-type:ml-0 hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-white"
          >
            {WALL_LABELS[each]}
            <span className="sr-only">
              {countOpenings(each) === 0
                ? ' wall, no doors or windows'
                : ` wall, ${pluralize(countOpenings(each), 'door or window', 'doors and windows')}`}
            </span>
            {countOpenings(each) > 0 && (
              <span aria-hidden="true" className="text-sm tabular-nums">
                {countOpenings(each)}
              </span>
            )}
          </button>
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is not a drawing */}
      <svg
        ref={sliders}
        viewBox={`${left} ${top} ${width} ${height}`}
        role="group"
        aria-label={`${WALL_LABELS[wall]} wall from outside`}
        className="max-h-80 w-full touch-pan-y border border-line border-t-0 bg-sheet p-2"
      >
        <Shapes shapes={shapes} />
        {shown.map((opening, index) => {
          if (opening.wall !== wall) return null;
          const rect = getOpeningRect(drawn, opening);
          const x = getWallStart(drawn, wall) + rect.left;
          const y = -getDesignGeometry(drawn).floorLevel - rect.bottom - rect.height;
          // Small openings of a long wall would be hard to touch.
          const [padX, padY] = [rect.width, rect.height].map((size) =>
            Math.max(0, (minTarget - size) / 2),
          ) as [number, number];
          const ranges = getRanges(design, openings, index);
          const label = getOpeningLabel(opening.type, units);
          return (
            <g
              // biome-ignore lint/suspicious/noArrayIndexKey: openings have no identity
              key={index}
              data-opening={index}
              role="slider"
              tabIndex={0}
              aria-label={`${label} on the ${wall} wall`}
              aria-valuemin={ranges[0]?.min ?? 0}
              aria-valuemax={ranges.at(-1)?.max ?? getWallLength(design, wall)}
              aria-valuenow={opening.position}
              aria-valuetext={`${formatDimension(opening.position, units)} from the left corner`}
              onKeyDown={(event) => moveByKey(event, index, opening)}
              onPointerDown={(event) => startDrag(event, index, opening)}
              onPointerMove={drag}
              onPointerUp={drop}
              onPointerCancel={cancelDrag}
              className="group cursor-ew-resize touch-none outline-none"
            >
              <rect
                x={x - padX}
                y={y - padY}
                width={rect.width + 2 * padX}
                height={rect.height + 2 * padY}
                className="fill-transparent"
              />
              <rect
                x={x}
                y={y}
                width={rect.width}
                height={rect.height}
                className="fill-brand stroke-brand [fill-opacity:0] hover:[fill-opacity:0.1] group-focus-visible:[fill-opacity:0.15] group-focus-visible:[stroke-width:4]"
                strokeWidth={dragged?.index === index ? 4 : 1.5}
              />
            </g>
          );
        })}
      </svg>
      <p className="mt-2 text-ink-soft text-sm">
        {countOpenings(wall) > 0
          ? 'Drag a door or window, or choose it and use the arrow keys: one inch a step, six with Shift.'
          : 'Nothing on this wall yet. Add a door or window below.'}
      </p>
    </div>
  );
}

function useElevation(design: ShedDesign, wall: Wall, units: Units | undefined) {
  const { style, width, length, wallHeight, porchDepth, foundation, extras, openings } = design;
  const shape = JSON.stringify([
    style,
    width,
    length,
    wallHeight,
    porchDepth,
    foundation,
    extras,
    openings,
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the drawing depends on
  return useMemo(() => drawElevation(design, wall, { units }), [shape, wall, units]);
}

const moveOpening = (openings: readonly DesignOpening[], index: number, position: number) =>
  openings.map((opening, i) => (i === index ? { ...opening, position } : opening));

function getRanges(design: ShedDesign, openings: readonly DesignOpening[], index: number) {
  const opening = openings[index];
  return opening
    ? getFreePositions(
        design,
        opening,
        openings.filter((_, i) => i !== index),
      )
    : [];
}

type Ranges = readonly { min: number; max: number }[];

function clampToRanges(ranges: Ranges, position: number): number {
  const candidates = ranges.map(({ min, max }) => Math.min(Math.max(position, min), max));
  return candidates.reduce(
    (best, each) => (Math.abs(each - position) < Math.abs(best - position) ? each : best),
    candidates[0] ?? position,
  );
}

/** The nearest free position, or the next one in this direction beyond what is in the way. */
function stepTo(ranges: Ranges, position: number, direction: number): number {
  if (ranges.some(({ min, max }) => position >= min && position <= max)) return position;
  const next =
    direction > 0
      ? ranges.find(({ min }) => min >= position)?.min
      : ranges.findLast(({ max }) => max <= position)?.max;
  return next ?? clampToRanges(ranges, position);
}

/** The free position to which an opening is dragged: in the middle of the wall or its room, if near. */
function snapTo(
  design: ShedDesign,
  openings: readonly DesignOpening[],
  index: number,
  requested: number,
): number {
  const opening = openings[index];
  if (!opening) return Math.round(requested);
  const ranges = getRanges(design, openings, index);
  const middle = (getWallLength(design, opening.wall) - OPENINGS[opening.type].width) / 2;
  const stops = [middle, ...ranges.map(({ min, max }) => (min + max) / 2)];
  const stop = stops.find((each) => Math.abs(each - requested) <= SNAP);
  return clampToRanges(ranges, Math.round(stop ?? requested));
}
