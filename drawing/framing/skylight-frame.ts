import { type FramingDefaults, SECTIONS, THICKNESS } from '#drawing/design/lumber.ts';
import type { Roof } from '#drawing/design/roof-levels.ts';
import {
  getDoubledStarts,
  SKYLIGHT_HEADERS,
  type Skylight,
  toPoint,
} from '#drawing/design/skylight.ts';
import { clipOutline, mirrorOutline } from '#drawing/geometry/prism.ts';
import type { Point } from '#drawing/geometry/vector.ts';
import type { Member } from './member.ts';
import { getRafterPieces, placeRafter, type RafterPiece } from './roof-frame.ts';

/** The doubled rafters, headers and the two pieces of the rafter that is cut. @returns members in inches */
export function frameSkylight(skylight: Skylight, roof: Roof, defaults: FramingDefaults): Member[] {
  const { side, center, from, to, low, high } = skylight;
  const { depth } = SECTIONS[defaults.rafter];
  const pieces = getRafterPieces(roof, defaults);
  const cut = pieces.slice(-1);
  const headers = [low - SKYLIGHT_HEADERS, low - THICKNESS, high, high + THICKNESS].map(
    (at): Member => {
      const outline = [
        toPoint(skylight, at, depth),
        toPoint(skylight, at + THICKNESS, depth),
        toPoint(skylight, at + THICKNESS, 0),
        toPoint(skylight, at, 0),
      ].map(([x, y]): Point => [x, y + roof.plate]);
      const placed = side === 'left' ? outline : mirrorOutline(outline, roof.span);
      return {
        name: 'skylight header',
        section: defaults.rafter,
        length: to - from,
        prism: { outline: placed, from, to },
      };
    },
  );
  const jacks = cut.flatMap((piece) => [
    cutRafter(piece, skylight, 'lower jack rafter', (at) => low - SKYLIGHT_HEADERS - at),
    cutRafter(piece, skylight, 'upper jack rafter', (at) => at - high - SKYLIGHT_HEADERS),
  ]);
  return [
    ...getDoubledStarts(skylight).flatMap((z) =>
      pieces.flatMap((piece) => placeRafter(piece, roof, z, [side], defaults)),
    ),
    ...headers,
    ...jacks.flatMap((jack) => placeRafter(jack, roof, center - THICKNESS / 2, [side], defaults)),
  ];
}

/** Cuts a rafter square and keeps the part on one side. */
function cutRafter(
  { outline }: RafterPiece,
  { start, up }: Skylight,
  name: RafterPiece['name'],
  distance: (at: number) => number,
): RafterPiece {
  const getAt = ([x, y]: Point) => (x - start[0]) * up[0] + (y - start[1]) * up[1];
  const part = clipOutline(outline, (point) => distance(getAt(point)));
  const positions = part.map(getAt);
  return {
    name,
    outline: part,
    length: Math.max(...positions) - Math.min(...positions),
    cutAllowance: 0,
  };
}
