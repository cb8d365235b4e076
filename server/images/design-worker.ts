import sharp from 'sharp';
import type { ModelFormat } from '#app/domain/designs/design-model.ts';
import { getDesignTitle } from '#app/domain/designs/design-summary.ts';
import {
  DESIGN_IMAGES,
  type DesignImageSize,
  type DesignView,
  getMood,
} from '#app/domain/designs/design-view.ts';
import { limitSharp } from '#backend/images/limit-sharp.ts';
import { serveJobs } from '#backend/images/serve-jobs.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { drawDesign } from '#drawing/scene/draw-design.ts';
import { createModel } from '#drawing/scene/model.ts';
import { createColorTexture } from './color-texture.ts';
import { writeGlb } from './write-glb.ts';
import { writeUsdz } from './write-usdz.ts';

// The process that draws designs, started by design-server.ts.

export type DesignJob =
  | { type: 'image'; design: ShedDesign; view: DesignView; size: DesignImageSize }
  | { type: 'model'; design: ShedDesign; format: ModelFormat };

const encoding = { webp: { quality: 76, effort: 3 }, jpeg: { quality: 80 } };

async function draw(job: DesignJob): Promise<Uint8Array> {
  return job.type === 'model' ? createModelFile(job) : drawImage(job);
}

async function drawImage({ design, view, size }: DesignJob & { type: 'image' }) {
  const { width, height, format } = DESIGN_IMAGES[size];
  const setting = { layout: 'maple', seed: 11, turn: -30, size: [width, height] } as const;
  const svg = drawDesign(
    design,
    { ...setting, season: view.season, mood: getMood(view) },
    { framing: view.framing === true },
  );
  return sharp(Buffer.from(svg)).toFormat(format, encoding[format]).toBuffer();
}

async function createModelFile({ design, format }: DesignJob & { type: 'model' }) {
  const model = createModel(design);
  const texture = await createColorTexture(model.palette);
  const write = format === 'glb' ? writeGlb : writeUsdz;
  return write(getDesignTitle(design), model, texture);
}

limitSharp();
serveJobs(draw);
