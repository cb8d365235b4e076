import { type Rgb, rgb } from './color.ts';
import { bar, box, type Panel } from './panel.ts';
import type { Vec3 } from './vector.ts';

/** The order in which a frame goes up. */
export type Member = { stage: 'floor' | 'wall' | 'plate' | 'rafter'; panels: Panel[] };

const PINE: Rgb = rgb('#e0bb83');
const PINE_DARK: Rgb = rgb('#cfa56b');

/** A small gable building's frame, eaves to the viewer, around the origin; in the order of work. */
export function framing(w: number, d: number, wall: number, rise: number): Member[] {
  const [x, z] = [w / 2, d / 2];
  const floor = 0.7;
  const members: Member[] = [
    { stage: 'floor', panels: box([-x, 0, -z], [w, 0.35, d], rgb('#8a7152')) },
    {
      stage: 'floor',
      panels: box([-x, 0.35, -z], [w, 0.35, d], PINE_DARK, {
        marks: (a, b) =>
          [1, 2].map((i) => ({
            kind: 'line' as const,
            points: [
              [(a * i) / 3, 0],
              [(a * i) / 3, b],
            ] as const,
            color: rgb('#7c5c36'),
            width: 0.06,
            opacity: 0.6,
          })),
      }),
    },
  ];
  const stud = (px: number, pz: number, high = wall): Member => ({
    stage: 'wall',
    panels: bar([px, floor, pz], [px, high, pz], 0.3, PINE),
  });
  const inset = 0.2;
  const columns = Math.round(w / 1.5);
  const rows = Math.round(d / 1.5);
  const isDoor = (px: number) => Math.abs(px) < 2.2;
  for (const pz of [-z + inset, z - inset]) {
    for (let i = 0; i <= columns; i++) {
      const px = -x + inset + (i * (w - 2 * inset)) / columns;
      if (pz < 0 || !isDoor(px)) members.push(stud(px, pz));
    }
    if (pz > 0)
      members.push(
        {
          stage: 'wall',
          panels: bar([-2.4, wall - 1.2, pz], [2.4, wall - 1.2, pz], 0.55, PINE_DARK),
        },
        stud(-2.3, pz, wall - 1.2),
        stud(2.3, pz, wall - 1.2),
      );
    if (pz < 0)
      for (const px of [-x + inset, x - inset])
        for (let i = 1; i < rows; i++)
          members.push(stud(px, -z + inset + (i * (d - 2 * inset)) / rows));
  }
  const beam = (a: Vec3, b: Vec3, stage: Member['stage'], thick = 0.34): Member => ({
    stage,
    panels: bar(a, b, thick, PINE_DARK),
  });
  members.push(
    beam([-x, wall, -z + inset], [x, wall, -z + inset], 'plate'),
    beam([-x + inset, wall, -z], [-x + inset, wall, z], 'plate'),
    beam([x - inset, wall, -z], [x - inset, wall, z], 'plate'),
    beam([-x, wall, z - inset], [x, wall, z - inset], 'plate'),
    beam([-x, wall + rise, 0], [x, wall + rise, 0], 'rafter', 0.4),
  );
  const over = 0.9;
  for (let i = 0; i <= columns; i++) {
    const px = -x + inset + (i * (w - 2 * inset)) / columns;
    const drop = (rise / z) * over;
    members.push({
      stage: 'rafter',
      panels: [
        ...bar([px, wall + rise, 0], [px, wall - drop, -z - over], 0.28, PINE),
        ...bar([px, wall + rise, 0], [px, wall - drop, z + over], 0.28, PINE),
      ],
    });
  }
  return members;
}
