import { mkdirSync } from 'node:fs';
import fc from 'fast-check';
import sharp from 'sharp';
import { summarizeDesign } from '#app/features/designer/design-summary.ts';
import { getMood, LIGHTS, SEASONS } from '#app/features/designer/design-view.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { COLORS, MATERIALS, STYLES } from '#drawing/design/shed-design.ts';
import { drawDesign } from '#drawing/views/scene/draw-design.ts';
import { stdout } from '#server/log-destination.ts';
import { validDesigns } from '#tests/fixtures/random-designs.ts';

// Draws 40 designs on sheets of ten for a review: the presets of all styles, then random designs.
//   npx node scripts/draw-design-sheet.ts [seed]
// Writes screenshots/designs-*.webp.

const seed = Number(process.argv[2] ?? 1);
const count = 40;
const columns = 4;
const rows = 3;
const tile = { width: 480, height: 360 };

const presets = STYLES.map((style, i) =>
  createPresetDesign({
    style,
    width: 8 + i,
    length: 10 + 2 * i,
    material: MATERIALS[i % MATERIALS.length] ?? 'Wood',
    color: COLORS[i] ?? 'Natural',
  }),
);
const designs = [...presets, ...fc.sample(validDesigns, { numRuns: count - presets.length, seed })];
mkdirSync('screenshots', { recursive: true });
for (let sheet = 0; sheet * columns * rows < count; sheet++) {
  const first = sheet * columns * rows;
  const shown = designs.slice(first, first + columns * rows);
  const tiles = await Promise.all(
    shown.map(async (design, i) => {
      const season = SEASONS[(first + i) % 4] ?? 'summer';
      const light = LIGHTS[Math.floor((first + i) / 4) % 4] ?? 'day';
      stdout.write(`${first + i + 1}: ${summarizeDesign(design)} ${season}, ${light}\n`);
      const svg = drawDesign(design, {
        season,
        mood: getMood({ season, light }),
        layout: 'maple',
        seed: 11,
        turn: -30,
        size: [960, 720],
      });
      const input = await sharp(Buffer.from(svg)).resize(tile.width, tile.height).png().toBuffer();
      return {
        input,
        left: (i % columns) * tile.width,
        top: Math.floor(i / columns) * tile.height,
      };
    }),
  );
  await sharp({
    create: {
      width: columns * tile.width,
      height: rows * tile.height,
      channels: 3,
      background: '#fff',
    },
  })
    .composite(tiles)
    .webp({ quality: 85 })
    .toFile(`screenshots/designs-${sheet + 1}.webp`);
}
