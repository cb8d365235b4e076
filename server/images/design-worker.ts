import sharp from 'sharp';
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

// The process that draws designs, started by design-image-server.ts.

export type DesignJob = { design: ShedDesign; view: DesignView; size: DesignImageSize };

const encoding = { webp: { quality: 76, effort: 3 }, jpeg: { quality: 80 } };

async function draw({ design, view, size }: DesignJob): Promise<Uint8Array> {
  const { width, height, format } = DESIGN_IMAGES[size];
  const setting = { layout: 'maple', seed: 11, turn: -30, size: [width, height] } as const;
  const svg = drawDesign(
    design,
    { ...setting, season: view.season, mood: getMood(view) },
    { framing: view.framing === true },
  );
  return sharp(Buffer.from(svg)).toFormat(format, encoding[format]).toBuffer();
}

limitSharp();
serveJobs(draw);
