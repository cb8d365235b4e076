import { type FramingDefaults, SECTIONS } from '#drawing/design/lumber.ts';
import type { Roof } from '#drawing/design/roof-levels.ts';
import { createBlock, type Extent } from '#drawing/geometry/prism.ts';
import type { Member } from './member.ts';
import { createTie, getRafterPositions } from './roof-frame.ts';
import type { Surface } from './sheets.ts';

/** The open last bay under the roof; inches. */
type Porch = {
  width: number;
  /** From the enclosed part to the front. */
  from: number;
  to: number;
  /** The top of the floor, and of the plates; no plates without side walls. */
  floor: number;
  plate: number | undefined;
  /** The middles of the posts, from the left. */
  posts: readonly number[];
  /** Boards in place of the subfloor; `inset` from the sides, where rafters reach the floor. */
  hasDeck: boolean;
  inset: number;
};

const POST = SECTIONS['4x4'];
const BEAM = SECTIONS['2x6'];
const GABLE_STUD = SECTIONS['2x4'];
const BOARD = SECTIONS['5/4x6'];
const BOARD_GAP = 1 / 8;
const MIN_BOARD = 1;

/** Posts, doubled beams under the rafters and the gable, and deck boards across the joists. */
export function framePorch(porch: Porch, defaults: FramingDefaults): Member[] {
  const { width, from, to, floor, plate, posts, hasDeck, inset } = porch;
  const deckBottom = floor - defaults.subfloorThickness;
  const boards = hasDeck ? createDeckBoards({ width, inset, from, to, bottom: deckBottom }) : [];
  if (plate === undefined) return boards;
  const y: Extent = [plate - BEAM.depth, plate];
  const pair = [0, POST.depth - BEAM.thickness];
  const sides = [0, width - POST.depth].flatMap((left) =>
    pair.map((offset): Member => {
      const x = left + offset;
      const prism = createBlock([x, x + BEAM.thickness], y, [from, to]);
      return { name: 'porch beam', section: '2x6', length: to - from, prism };
    }),
  );
  const front = pair.map((offset): Member => {
    const z = to - POST.depth + offset;
    const prism = createBlock([POST.depth, width - POST.depth], y, [z, z + BEAM.thickness]);
    return { name: 'porch beam', section: '2x6', length: width - 2 * POST.depth, prism };
  });
  const bottom = hasDeck ? deckBottom + BOARD.thickness : floor;
  return [
    ...boards,
    ...posts.map((middle): Member => {
      const x: Extent = [middle - POST.thickness / 2, middle + POST.thickness / 2];
      const prism = createBlock(x, [bottom, y[0]], [to - POST.depth, to]);
      return { name: 'porch post', section: '4x4', length: y[0] - bottom, prism };
    }),
    ...sides,
    ...front,
  ];
}

/** Joists on the beams beside the rafters, the first at the wall and the last at the gable. */
export function framePorchCeiling(roof: Roof, defaults: FramingDefaults): Member[] {
  if (!hasCeiling(roof)) return [];
  const { length, bodyLength, shape } = roof;
  const { thickness } = SECTIONS['2x6'];
  const rafters = getRafterPositions(roof, defaults).map((z): Extent => [z, z + thickness]);
  const first = Math.max(bodyLength, ...rafters.map(([z, end]) => (z < bodyLength ? end : 0)));
  const atGable = length - GABLE_STUD.depth - thickness;
  const inTheWay = rafters.find(([z, end]) => z < atGable + thickness && end > atGable);
  // A flare is behind its rafter.
  const behind = shape.flare === undefined ? thickness : 2 * thickness;
  const last = inTheWay ? inTheWay[0] - behind : atGable;
  const between = rafters
    .map(([, end]) => end)
    .filter((z) => z >= first + thickness && z + thickness <= last);
  return [first, ...between, last].map((z) => createTie('ceiling joist', roof, z, defaults));
}

/** The ceiling between the beams, in inches; none under the open roof of an A-frame. */
export const getPorchCeiling = (roof: Roof): Surface[] =>
  hasCeiling(roof)
    ? [
        {
          name: 'Porch ceiling',
          length: roof.length - roof.bodyLength - POST.depth,
          width: roof.span - 2 * POST.depth,
        },
      ]
    : [];

const hasCeiling = ({ length, bodyLength, shape }: Roof): boolean =>
  bodyLength < length && shape.wallHeight !== 0;

/** Boards along the building; the last one is ripped. */
function createDeckBoards(deck: {
  width: number;
  inset: number;
  from: number;
  to: number;
  bottom: number;
}): Member[] {
  const { width, inset, from, to, bottom } = deck;
  const right = width - inset;
  const pitch = BOARD.depth + BOARD_GAP;
  const count = Math.ceil((right - inset - MIN_BOARD) / pitch);
  return Array.from({ length: count }, (_, index): Member => {
    const left = inset + index * pitch;
    const x: Extent = [left, Math.min(left + BOARD.depth, right)];
    const prism = createBlock(x, [bottom, bottom + BOARD.thickness], [from, to]);
    return { name: 'deck board', section: '5/4x6', length: to - from, prism };
  });
}
