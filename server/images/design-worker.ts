import sharp from 'sharp';
import {
  DESIGN_IMAGES,
  type DesignImageSize,
  type DesignView,
  getMood,
} from '#app/domain/designs/design-view.ts';
import type { ListingView } from '#app/domain/designs/listing-views.ts';
import { serveJobs } from '#backend/images/serve-jobs.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { drawDesign } from '#drawing/scene/draw-design.ts';

// The process that draws designs, started by design-image-server.ts.

export type DesignJob = {
  design: ShedDesign;
  view: DesignView;
  size: DesignImageSize;
  side?: ListingView['side'];
};

const encoding = {
  page: { quality: 76, effort: 3 },
  card: { quality: 80 },
  listing: { quality: 90, mozjpeg: true },
};

const settings = {
  left: { layout: 'maple', seed: 11, turn: -30 },
  front: { layout: 'spruces', seed: 36, turn: -9 },
  right: { layout: 'birches', seed: 132, turn: 30 },
  back: { layout: 'yard', seed: 33, turn: 27 },
} as const;

async function draw({ design, view, size, side = 'left' }: DesignJob): Promise<Uint8Array> {
  const { width, height, format } = DESIGN_IMAGES[size];
  const svg = drawDesign(
    design,
    { ...settings[side], season: view.season, mood: getMood(view), size: [width, height] },
    { framing: view.framing === true, fromBehind: side === 'back' },
  );
  return sharp(Buffer.from(svg)).toFormat(format, encoding[size]).toBuffer();
}

serveJobs(draw);
