import type { Dormer } from '#drawing/design/dormer.ts';
import { type FramingDefaults, SECTIONS, THICKNESS } from '#drawing/design/lumber.ts';
import type { Roof } from '#drawing/design/roof-levels.ts';
import type { RoughOpening } from '#drawing/design/rough-opening.ts';
import { createBlock, type Extent, mirrorOutline, type Prism } from '#drawing/geometry/prism.ts';
import type { Point } from '#drawing/geometry/vector.ts';
import type { Member, MemberName } from './member.ts';
import { getBoardRafter, getRafterPieces, placeRafter } from './roof-frame.ts';
import { getCripples, getStudPositions } from './wall-frame.ts';

const STUD = SECTIONS['2x4'];
const MIN_STUD = 2;
const MIN_CRIPPLE = 1;

/**
 * The doubled rafters, headers, face, cheeks and rafters of a dormer. @returns members in inches
 * @param windows from left to right, above the plates
 */
export function frameDormer(
  dormer: Dormer,
  roof: Roof,
  windows: readonly RoughOpening[],
  defaults: FramingDefaults,
): Member[] {
  const { side, from, to, setback, header, getTop, getRoof } = dormer;
  const { span } = roof;
  const run = (span - SECTIONS[defaults.ridge].thickness) / 2;
  const inner: Extent = [from + THICKNESS / 2, to - THICKNESS / 2];
  const face: Extent = [setback, setback + STUD.depth];
  const centers: number[] = [];
  for (let z = from + defaults.rafterSpacing; z < to; z += defaults.rafterSpacing) centers.push(z);
  const starts = [inner[0], ...centers.map((z) => z - THICKNESS / 2), inner[1] - THICKNESS];

  const place = (outline: readonly Point[], z: Extent): Prism => {
    const raised = outline.map(([x, y]): Point => [x, y + roof.plate]);
    const placed = side === 'left' ? raised : mirrorOutline(raised, span);
    return { outline: placed, from: z[0], to: z[1] };
  };
  const member = (
    name: MemberName,
    length: number,
    prism: Prism,
    section: Member['section'] = '2x4',
  ): Member => ({ name, section, length, prism });
  const block = (x: Extent, y: Extent, z: Extent) => place(createBlock(x, y, z).outline, z);

  const doubled = getRafterPieces(roof, defaults).flatMap((piece) =>
    [from - 1.5 * THICKNESS, to + THICKNESS / 2].flatMap((z) =>
      placeRafter(piece, roof, z, [side], defaults),
    ),
  );
  const jack = { ...getBoardRafter(roof, setback, defaults), name: 'dormer jack rafter' as const };
  const headerDepth = SECTIONS[defaults.header].depth;
  const headers = [face[0], face[1] - THICKNESS].map((x) =>
    member(
      'dormer header',
      inner[1] - inner[0],
      block([x, x + THICKNESS], [header - headerDepth, header], inner),
      defaults.header,
    ),
  );
  return [
    ...doubled,
    ...headers,
    ...centers.flatMap((z) => placeRafter(jack, roof, z - THICKNESS / 2, [side], defaults)),
    ...frameFace(dormer, windows, centers).map(({ name, x, y, depth }) => {
      const z: Extent = side === 'left' ? [from + x[0], from + x[1]] : [to - x[1], to - x[0]];
      const isUpright = name === 'dormer stud' || name === 'dormer cripple';
      const [low, high] = isUpright ? y : x;
      return member(name, high - low, block(depth, y, z));
    }),
    ...starts.flatMap((z) =>
      placeRafter(createDormerRafter(dormer, run, defaults), roof, z, [side], defaults),
    ),
    ...[from, to].flatMap((z) =>
      getCheekPositions(dormer, run, defaults).map((x) => {
        const [left, right] = [x - STUD.depth / 2, x + STUD.depth / 2];
        const outline: Point[] = [
          [left, getRoof(left)],
          [right, getRoof(right)],
          [right, getTop(right)],
          [left, getTop(left)],
        ];
        const prism = place(outline, [z - THICKNESS / 2, z + THICKNESS / 2]);
        const cutAllowance = getTop(right) - getTop(left) + getRoof(right) - getRoof(left);
        return { ...member('cheek stud', getTop(x) - getRoof(x), prism), cutAllowance };
      }),
    ),
  ];
}

type FacePiece = { name: MemberName; x: Extent; y: Extent; depth: Extent };

/**
 * The face over its header. Dormer rafters between the studs rest on a header along the whole face: two on edge below
 * the plate, or a second plate where the windows leave less room. Studs beside windows carry it.
 */
function frameFace(
  { side, from, to, setback, plate, header }: Dormer,
  windows: readonly RoughOpening[],
  middles: readonly number[],
): FacePiece[] {
  const ends: Extent = [THICKNESS / 2, to - from - THICKNESS / 2];
  const whole: Extent = [setback, setback + STUD.depth];
  const centers = middles.map((z) => (side === 'left' ? z - from : to - z));
  const room = plate - THICKNESS - Math.max(...windows.map(({ top }) => top));
  const isOnEdge = room >= STUD.depth;
  const beam = plate - THICKNESS - (isOnEdge ? STUD.depth : THICKNESS);
  const level = (name: MemberName, x: Extent, y: number, height = THICKNESS, depth = whole) => ({
    name,
    x,
    y: [y, y + height] satisfies Extent,
    depth,
  });
  const upright = (name: MemberName, x: number, y: Extent): FacePiece[] =>
    y[1] - y[0] > MIN_CRIPPLE ? [{ name, x: [x, x + THICKNESS], y, depth: whole }] : [];
  const headers = isOnEdge
    ? [whole[0], whole[1] - THICKNESS].map((at) =>
        level('dormer header', ends, beam, STUD.depth, [at, at + THICKNESS]),
      )
    : [level('dormer plate', ends, beam)];
  const studs = [
    ends[0],
    ends[1] - THICKNESS,
    ...getStudPositions(centers, windows, THICKNESS),
    ...getStudsBesideWindows(windows, ends),
  ];
  return [
    level('dormer plate', ends, plate - THICKNESS),
    ...headers,
    ...studs.flatMap((x) => upright('dormer stud', x, [header, beam])),
    ...windows.flatMap(({ left, right, bottom, top }) => {
      const cripples = getCripples(centers, [left, right]);
      const hasHead = beam - top >= THICKNESS;
      // Without a stud beside the window, the end of the face carries its sill.
      const [start, end] = [ends[0] + THICKNESS, ends[1] - THICKNESS];
      const x: Extent = [
        left - start < THICKNESS ? start : left,
        end - right < THICKNESS ? end : right,
      ];
      return [
        level('dormer sill', x, bottom - THICKNESS),
        ...cripples.flatMap((x) => upright('dormer cripple', x, [header, bottom - THICKNESS])),
        ...(hasHead ? [level('dormer header', x, top)] : []),
        ...cripples.flatMap((x) => upright('dormer cripple', x, [top + THICKNESS, beam])),
      ];
    }),
  ];
}

/** The studs between windows: one in the middle where two do not fit, none where the end of the face has one. */
function getStudsBesideWindows(windows: readonly RoughOpening[], [start, end]: Extent): number[] {
  return [...windows, undefined].flatMap((next, index) => {
    const from = windows[index - 1]?.right ?? start + THICKNESS;
    const to = next?.left ?? end - THICKNESS;
    const isAtEnd = index === 0 || !next;
    if (to - from < 2 * THICKNESS) {
      if (!isAtEnd) return [(from + to - THICKNESS) / 2];
      if (to - from < THICKNESS) return [];
    }
    return [...(index > 0 ? [from] : []), ...(next ? [to - THICKNESS] : [])];
  });
}

function createDormerRafter(
  { setback, overhang, plate, getTop, pitch }: Dormer,
  run: number,
  { rafter }: FramingDefaults,
) {
  const { depth } = SECTIONS[rafter];
  const plumb = depth * Math.hypot(1, pitch);
  const lower = (x: number) => getTop(x) - plumb;
  const eave = setback - overhang;
  const outline: Point[] = [
    [eave, lower(eave)],
    [setback, lower(setback)],
    [setback, plate],
    [setback + STUD.depth, plate],
    [run, lower(run)],
    [run, getTop(run)],
    [eave, getTop(eave)],
  ];
  return {
    name: 'dormer rafter' as const,
    outline,
    length: (run - eave) * Math.hypot(1, pitch),
    cutAllowance: depth * pitch,
  };
}

/** The middles of the studs on the doubled rafters, from the face towards the ridge. */
function getCheekPositions(
  { setback, getTop, getRoof }: Dormer,
  run: number,
  { rafterSpacing: spacing }: FramingDefaults,
): number[] {
  const positions: number[] = [];
  for (let x = setback + STUD.depth / 2; x < run; x += spacing) {
    if (getTop(x) - getRoof(x) >= MIN_STUD) positions.push(x);
  }
  return positions;
}
