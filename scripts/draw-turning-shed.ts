import sharp, { type Sharp } from 'sharp';
import { turningFrames } from '#app/features/home/turning-frames.ts';
import { createDesignPanels, getDesignBulk, turnToViewer } from '#drawing/design/design-panels.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { placePanels } from '#drawing/geometry/panel.ts';
import { drawScene } from '#drawing/views/scene/scene.ts';
import { createScene } from '#drawing/views/scene/setting.ts';

// Draws the shed that turns on the home page: a still, and a sheet with its frames. Run it again after a
// change of drawing/:
// npx node scripts/draw-turning-shed.ts

const folder = 'app/features/home/public/images';
const design = createPresetDesign({ style: 'Gable', width: 10, length: 12, color: 'Red' });
const panels = turnToViewer(design, createDesignPanels(design));
const bulk = getDesignBulk(design);
/** The room that the shed takes whichever way it is turned, which may be cut off at its corners. */
const across = 0.78 * Math.hypot(bulk.w, bulk.d);

const { count, columns, width, height, step, start } = turningFrames;
const toWebp = (image: Sharp) => image.webp({ quality: 60, effort: 6 });

await toWebp(sharp(draw(0, [960, 720]))).toFile(`${folder}/turning-shed.webp`);
const frames = await Promise.all(
  Array.from({ length: count }, async (_, index) => ({
    input: await sharp(draw(index, [width, height]))
      .png()
      .toBuffer(),
    left: (index % columns) * width,
    top: Math.floor(index / columns) * height,
  })),
);
const sheet = await sharp({
  create: {
    ...{ width: columns * width, height: Math.ceil(count / columns) * height },
    ...{ channels: 3, background: '#fff' },
  },
})
  .composite(frames)
  .png()
  .toBuffer();
await toWebp(sharp(sheet)).toFile(`${folder}/turning-shed-frames.webp`);

/** Turns the shed, not the viewpoint, so that the yard behind it stays. */
function draw(index: number, size: readonly [number, number]): Buffer {
  const turned = placePanels(panels, 0, 0, -step * index);
  const scene = createScene(
    { panels: turned, w: across, d: across, h: bulk.h },
    {
      ...{ season: 'summer', mood: 'morning', layout: 'maple', seed: 11 },
      ...{ turn: start, ground: 'none', size },
    },
  );
  return Buffer.from(drawScene({ ...scene, bare: [], frontZ: across / 2 + 2 }));
}
