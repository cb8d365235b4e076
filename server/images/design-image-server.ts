import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { parseDesignParams } from '#app/domain/designs/design-params.ts';
import {
  DESIGN_IMAGES,
  formatDesignQuery,
  getDesignImageUrl,
  parseDesignView,
} from '#app/domain/designs/design-view.ts';
import { parseListingView } from '#app/domain/designs/listing-views.ts';
import { createImageProcess, type ImageProcess } from '#backend/images/image-process.ts';
import { type CountHit, countInMemory } from '#backend/rate-limit.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { type ShedDesign, STYLES } from '#drawing/design/shed-design.ts';
import type { DesignJob } from './design-worker.ts';
import type { ImageStore } from './image-store.ts';

/** The longest canonical query has 24 openings; longer ones are no design. */
const maxQueryLength = 2000;
const maxCacheBytes = 24 * 1024 * 1024;
/** Images that are not yet drawn: more than a person changes, less than a loop asks for. */
const drawingLimit = { hits: 60, seconds: 60 };
/** While more are waiting, the image of the nearest preset is sent. Drawing takes half a second. */
const maxWaiting = 8;
/** While more are waiting, nothing is. */
const maxQueued = 30;
const drawTimeoutMs = 15_000;
const maxQueuedForStaff = 8;
const priorities = { staff: 2, requested: 1, preset: 0 };

export type DesignImageServer = {
  serve(url: URL, network: string): Promise<Response>;
  serveListingImage(url: URL): Promise<Response>;
  stop(): void;
};

type Size = 'page' | 'card';

/** Draws designs one at a time in another process. Names of stored images begin with the version. */
export function createDesignImageServer({
  logger,
  drawing = createImageProcess<DesignJob>({
    worker: new URL('design-worker.ts', import.meta.url),
    timeoutMs: drawTimeoutMs,
  }),
  countHit = countInMemory(),
  store,
  version = '',
}: {
  logger: Logger;
  store?: Pick<ImageStore, 'read' | 'write'>;
  version?: string;
  drawing?: ImageProcess<DesignJob>;
  countHit?: CountHit;
}): DesignImageServer {
  const images = new LRUCache<string, Buffer>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const inFlight = new Map<string, Promise<Buffer>>();
  const queue = new PQueue({ concurrency: 1 });
  let arePresetsDrawn = false;

  const draw = (key: string, job: DesignJob, priority: number) => {
    const drawn = queue
      .add(() => drawing.run(job), { priority })
      .then((image) => {
        images.set(key, image);
        store?.write(toFileName(key), image).catch((error) => {
          logger.warn({ error }, 'The image of a design could not be stored');
        });
        return image;
      })
      .finally(() => inFlight.delete(key));
    inFlight.set(key, drawn);
    return drawn;
  };
  const toFileName = (key: string) =>
    `${version}-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
  const readStored = async (key: string) => {
    const image = await store?.read(toFileName(key));
    if (image) images.set(key, image);
    return image;
  };
  /** After the first request: a process whose designer nobody opens draws nothing. */
  const drawPresets = () => {
    if (arePresetsDrawn) return;
    arePresetsDrawn = true;
    for (const style of STYLES) {
      const job = getPresetJob(style, 'page');
      const key = getDesignImageUrl(job.design);
      if (images.has(key) || inFlight.has(key)) continue;
      draw(key, job, priorities.preset).catch((error) =>
        logger.warn({ error, style }, 'The image of a preset could not be drawn'),
      );
    }
  };

  return {
    stop: () => {
      queue.clear();
      drawing.stop();
    },
    serve: async ({ searchParams, search }, network) => {
      if (search.length > maxQueryLength) return refuse(414, 'This is too long for a design.');
      const size: Size = searchParams.get('image') === 'card' ? 'card' : 'page';
      const job: DesignJob = {
        design: parseDesignParams(searchParams).design,
        view: parseDesignView(searchParams),
        size,
      };
      const key = getDesignImageUrl(job.design, job.view, size);
      if (`?${key.split('?')[1]}` !== search) return redirect(key);
      const { format } = DESIGN_IMAGES[size];
      const cached = images.get(key) ?? (await readStored(key));
      if (cached) return respond(cached, format, cacheable);
      if (!inFlight.has(key)) {
        const wait = await countHit(network, drawingLimit);
        if (wait > 0) return refuse(429, 'Too many designs are being drawn.', wait);
        const waiting = queue.sizeBy({ priority: priorities.requested });
        const preset = images.get(getPresetKey(job.design, size));
        if (waiting >= maxWaiting && preset) return respond(preset, format, 'no-store');
        if (waiting >= maxQueued) return refuse(503, 'Too many designs are being drawn.', 5);
      }
      try {
        const image = await (inFlight.get(key) ?? draw(key, job, priorities.requested));
        drawPresets();
        return respond(image, format, cacheable);
      } catch (error) {
        logger.warn({ error, query: formatDesignQuery(job.design) }, 'A design could not be drawn');
        return refuse(503, 'This design cannot be drawn at the moment.', 5);
      }
    },
    serveListingImage: async ({ searchParams, search }) => {
      if (search.length > maxQueryLength) return refuse(414, 'This is too long for a design.');
      if (queue.sizeBy({ priority: priorities.staff }) >= maxQueuedForStaff) {
        return refuse(503, 'Too many designs are being drawn.', 5);
      }
      const { side, ...view } = parseListingView(searchParams);
      const { design } = parseDesignParams(searchParams);
      const job: DesignJob = { design, view, side, size: 'listing' };
      try {
        const image = await queue.add(() => drawing.run(job), { priority: priorities.staff });
        return respond(image, DESIGN_IMAGES.listing.format, 'no-store');
      } catch (error) {
        logger.warn({ error, query: formatDesignQuery(design) }, 'A design could not be drawn');
        return refuse(503, 'This design cannot be drawn at the moment.', 5);
      }
    },
  };
}

const getPresetJob = (style: ShedDesign['style'], size: Size) => ({
  design: createPresetDesign({ style }),
  view: parseDesignView(new URLSearchParams()),
  size,
});

function getPresetKey({ style }: ShedDesign, size: Size): string {
  const { design, view } = getPresetJob(style, size);
  return getDesignImageUrl(design, view, size);
}

/** The drawing changes with releases only. */
const cacheable = 'public, max-age=86400';

const respond = (image: Buffer, format: 'webp' | 'jpeg', cacheControl: string) =>
  new Response(new Uint8Array(image), {
    headers: {
      'Content-Type': `image/${format}`,
      'Content-Length': String(image.byteLength),
      'Cache-Control': cacheControl,
    },
  });

const redirect = (location: string) =>
  new Response(null, {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'no-store' },
  });

const refuse = (status: number, message: string, retryAfter?: number) =>
  new Response(message, {
    status,
    headers: {
      'Cache-Control': 'no-store',
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
    },
  });
