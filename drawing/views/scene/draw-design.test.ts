import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createEntrancePanels, getDesignBulk } from '#drawing/design/design-panels.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import {
  COLORS,
  MATERIALS,
  type ShedDesign,
  STYLES,
  WALLS,
  type Wall,
} from '#drawing/design/shed-design.ts';
import { createView } from '#drawing/geometry/camera.ts';
import { createLight } from '#drawing/geometry/light.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { drawDesign } from './draw-design.ts';
import type { Season } from './land.ts';
import { paintDefinitions, paintPanels } from './paint-panels.ts';
import { createScene, type Setting } from './setting.ts';

// The drawn SVG as number of paths, number of colors and hash. After a change of the drawing look at
// the sheet of `npx node scripts/draw-design-sheet.ts`, then update the files with `TEST_FULL=1 vitest -u`.

const setting: Setting = {
  season: 'summer',
  mood: 'morning',
  layout: 'maple',
  seed: 11,
  turn: -30,
  size: [960, 720],
};

const reviewedSheds = readFileSync(new URL('snapshots/sheds.txt', import.meta.url), 'utf8').split(
  '\n',
);

async function summarize(svg: string): Promise<string> {
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(svg));
  const hash = Array.from(new Uint8Array(digest, 0, 6), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  const colors = new Set(svg.match(/#[0-9a-f]{6}/g));
  return `${svg.split('<path').length - 1} paths, ${colors.size} colors, ${hash.join('')}`;
}

/** The shed alone, as `drawScene` paints it. */
function paintShed(design: ShedDesign): string {
  const panels = createEntrancePanels(design);
  const scene = createScene({ panels, ...getDesignBulk(design) }, setting);
  const light = createLight('morning', -30);
  const view = createView(scene.camera, scene.width, scene.height);
  const casters = panels.filter(({ casts }) => casts).map(({ corners }) => corners);
  return paintDefinitions(light) + paintPanels(panels, view, light, casters, 'p');
}

test('sheds of all styles, materials and colors are painted as they were reviewed', async () => {
  const combinations = STYLES.flatMap((style) =>
    MATERIALS.flatMap((material) => COLORS.map((color) => ({ style, material, color }))),
  );
  const lines: string[] = [];
  for (const [i, choice] of combinations.entries()) {
    // `npm test` paints one color of each style and material, and each color with several of them.
    const isChosen = i % COLORS.length === Math.floor(i / COLORS.length) % COLORS.length;
    if (!isFull && !isChosen) continue;
    const { style, material, color } = choice;
    const svg = paintShed(createPresetDesign(choice));
    lines.push(`${style}, ${material}, ${color}: ${await summarize(svg)}`);
  }
  expect(new Set(lines.map((line) => line.split(': ')[1])).size).toBe(lines.length);
  if (isFull) await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('snapshots/sheds.txt');
  else expect(reviewedSheds).toEqual(expect.arrayContaining(lines));
});

test('scenes of all styles and seasons are drawn as they were reviewed', async () => {
  const seasons = ['spring', 'summer', 'autumn', 'winter'] satisfies Season[];
  const moods = ['morning', 'golden', 'dusk', 'overcast'] as const;
  const lines: string[] = [];
  for (const [i, style] of STYLES.entries()) {
    const season = seasons[i % seasons.length] ?? 'summer';
    const mood = moods[Math.floor(i / 2) % moods.length] ?? 'morning';
    const svg = drawDesign(createPresetDesign({ style }), { ...setting, season, mood });
    lines.push(`${style}, ${season}, ${mood}: ${await summarize(svg)}`);
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('snapshots/scenes.txt');
});

test('the image of a wall shows the doors and windows of that wall', () => {
  const design = {
    ...createPresetDesign({ style: 'Gable', width: 10, length: 16 }),
    openings: [
      { type: 'double-door-60', wall: 'front', position: 30 },
      { type: 'window-36x36', wall: 'right', position: 60 },
    ],
  } as const;
  const draw = (wall: Wall | undefined) => drawDesign(design, setting, { wall });
  expect(draw('front')).toBe(draw(undefined));
  expect(new Set(WALLS.map(draw)).size).toBe(4);
  // The right wall is seen with the front, the left one with the back.
  const countDetails = (wall: Wall) => draw(wall).split('<path').length;
  expect(countDetails('right')).toBeGreaterThan(countDetails('left'));
});
