import { doubleDoor, lamp, singleDoor, windowAt } from './openings.ts';
import { CEDAR, INK } from './palette.ts';
import type { Panel } from './panel.ts';
import { awning, ramp } from './parts.ts';
import { finish, withMarks } from './shed-body.ts';
import { BASE, type Parts } from './shed-parts.ts';
import type { Point } from './vector.ts';
import { gableFront, gableProfile } from './volume.ts';

/** A roof that reaches almost to the ground. */
export function aFrame(p: Parts): Panel[] {
  const rise = p.w * 1.12;
  const wallTop = 1.4;
  const pane = (w: number): Point[] => [
    [w / 2 - 2, 8.3],
    [w / 2 + 2, 8.3],
    [w / 2, 8.3 + 4 * 1.12],
  ];
  const front = withMarks(p, (w) => [
    ...singleDoor(w / 2 - 1.6, 0.1, 3.2, 6.6, {
      color: p.doorColor,
      trim: p.trimColor,
      brace: 'none',
      lites: true,
    }),
    {
      kind: 'area',
      points: [
        [w / 2 - 2.7, 7.9],
        [w / 2 + 2.7, 7.9],
        [w / 2, 7.9 + 5.9],
      ],
      color: p.trimColor,
      lift: 0.14,
    },
    { kind: 'glass', points: pane(w) },
    {
      kind: 'area',
      points: [
        [w / 2 - 0.1, 8.2],
        [w / 2 + 0.1, 8.2],
        [w / 2 + 0.1, 12.5],
        [w / 2 - 0.1, 12.5],
      ],
      color: p.trimColor,
    },
    ...lamp(w / 2 + 2.35, 5.4),
  ]);
  return [
    ...finish(
      p,
      {
        frame: gableFront(-p.w / 2, -p.d / 2),
        profile: gableProfile(p.w, wallTop, rise),
        length: p.d,
        ends: [front, p.cladWall],
        sides: [p.cladWall, p.cladWall],
      },
      { eave: 0.9, rake: 1.5, thickness: 0.55 },
    ),
    ...ramp(-1.6, p.d / 2, 3.2, BASE),
  ];
}

/** A steep roof over tall walls, with an awning on brackets. */
export function farmhouse(p: Parts): Panel[] {
  const rise = p.w * 0.46;
  const frame = p.trim ?? INK;
  const black = { trim: frame, sash: frame };
  const small = p.w < 9;
  const front = withMarks(p, (w, h) => [
    ...doubleDoor(w / 2 - (small ? 2.1 : 2.5), 0.1, small ? 4.2 : 5, 6.4, {
      color: p.doorColor,
      trim: frame,
      brace: 'z',
      lites: true,
    }),
    ...windowAt(w / 2 - 1, h - 4.1, 2, 2, { ...black }),
    ...(w > 11
      ? [1.1, w - 2.6].flatMap((u) => windowAt(u, 2.6, 1.5, 3.6, { ...black, columns: 1, rows: 3 }))
      : []),
    ...lamp(w / 2, 8.3),
  ]);
  const side = withMarks(p, (w) =>
    [w * 0.2, w * 0.68].flatMap((u) => windowAt(u, 2.6, 1.9, 3.6, { ...black, rows: 3 })),
  );
  return [
    ...finish(
      p,
      {
        frame: gableFront(-p.w / 2, -p.d / 2),
        profile: gableProfile(p.w, 8.6, rise),
        length: p.d,
        ends: [front, p.cladWall],
        sides: [side, side],
      },
      { eave: 0.9, rake: 0.9, thickness: 0.34 },
    ),
    ...awning(
      -p.w / 2 + (small ? 0.8 : 1.6),
      8.6,
      p.d / 2,
      p.w - (small ? 1.6 : 3.2),
      p.roofLook.color,
      CEDAR,
    ),
    ...ramp(-2.4, p.d / 2, 4.8, BASE),
  ];
}
