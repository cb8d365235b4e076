import sharp from 'sharp';
import { getDesignTitle } from '#app/features/designer/design-summary.ts';
import {
  DESIGN_IMAGES,
  type DesignImageSize,
  type DesignView,
  getMood,
} from '#app/features/designer/design-view.ts';
import type { ModelFormat } from '#app/features/designer/model-links.ts';
import type { ListingView } from '#app/features/sheds/listing-views.ts';
import { limitSharp } from '#backend/images/image-job.ts';
import { serveJobs } from '#backend/serve-jobs.ts';
import { getEntrance } from '#drawing/design/design-geometry.ts';
import type { FramingDefaults } from '#drawing/design/lumber.ts';
import type { ColorCard, ShedDesign } from '#drawing/design/shed-design.ts';
import { PAGE_VIEWPOINT } from '#drawing/geometry/viewpoint.ts';
import { createModel } from '#drawing/views/model/create-model.ts';
import { drawDesign } from '#drawing/views/scene/draw-design.ts';
import { createColorTexture, writeGlb, writeUsdz } from './model-files.ts';

// The process that draws designs, started by design-server.ts.

export type DesignJob =
  | {
      type: 'image';
      design: ShedDesign;
      view: DesignView;
      size: DesignImageSize;
      side?: ListingView['side'];
      defaults?: FramingDefaults;
      card?: ColorCard | undefined;
    }
  | {
      type: 'model';
      design: ShedDesign;
      format: ModelFormat;
      card?: ColorCard | undefined;
    };

const encoding = {
  page: { quality: 76, effort: 3 },
  card: { quality: 80 },
  listing: { quality: 90, mozjpeg: true },
};

const settings = {
  left: { layout: 'maple', ...PAGE_VIEWPOINT },
  front: { layout: 'spruces', seed: 36, turn: -9 },
  right: { layout: 'birches', seed: 132, turn: 30 },
  back: { layout: 'yard', seed: 33, turn: 27 },
} as const;

const OPPOSITE = { front: 'back', back: 'front', left: 'right', right: 'left' } as const;

async function draw(job: DesignJob): Promise<Uint8Array> {
  return job.type === 'model' ? createModelFile(job) : drawImage(job);
}

async function drawImage({
  design,
  view,
  size,
  side = 'left',
  defaults,
  card,
}: DesignJob & { type: 'image' }) {
  const { width, height, format } = DESIGN_IMAGES[size];
  const svg = drawDesign(
    design,
    { ...settings[side], season: view.season, mood: getMood(view), size: [width, height] },
    {
      framing: view.framing === true,
      wall: side === 'back' ? OPPOSITE[getEntrance(design)] : view.facing,
      defaults,
      card,
    },
  );
  return sharp(Buffer.from(svg)).toFormat(format, encoding[size]).toBuffer();
}

async function createModelFile({ design, format, card }: DesignJob & { type: 'model' }) {
  const model = createModel(design, card);
  const texture = await createColorTexture(model.palette);
  const write = format === 'glb' ? writeGlb : writeUsdz;
  return write(getDesignTitle(design), model, texture);
}

limitSharp();
serveJobs(draw);
