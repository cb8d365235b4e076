import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { getCardVersion } from '#app/features/designer/color-card.ts';
import { parseDesignParams } from '#app/features/designer/design-params.ts';
import {
  DEFAULT_VIEW,
  DESIGN_IMAGES,
  type DesignView,
  getDesignImageUrl,
  parseDesignView,
} from '#app/features/designer/design-view.ts';
import {
  NO_SUBSTITUTE,
  SUBSTITUTE_TIMING,
  withCardVersion,
} from '#app/features/designer/drawing-url.ts';
import {
  getDesignModelUrl,
  isModelFormat,
  MODEL_TYPES,
} from '#app/features/designer/model-links.ts';
import { parseListingView } from '#app/features/sheds/listing-views.ts';
import { TooManyRequests } from '#backend/http-error.ts';
import { createJobProcess, type JobProcess } from '#backend/job-process.ts';
import { type CountHit, countInMemory, createFairLimit } from '#backend/limits.ts';
import { FRAMING_DEFAULTS, type FramingDefaults } from '#drawing/design/lumber.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import {
  BUILT_IN_CARD,
  type ColorCard,
  type ShedDesign,
  STYLES,
} from '#drawing/design/shed-design.ts';
import { textError } from '#server/error-responses.ts';
import { createStaffCheck } from '#server/staff-check.ts';
import type { TableAccess } from '#server/website.ts';
import type { DesignImage } from '../../supabase/functions/send-email/mail.ts';
import type { DesignJob } from './design-worker.ts';
import type { ImageStore } from './image-store.ts';

/** The longest canonical query has 24 openings. Longer ones can't be a design. */
const maxQueryLength = 2000;
const maxCacheBytes = 24 * 1024 * 1024;
/** New images and models. More than a person requests, fewer than a loop. */
const drawingLimit = { hits: 60, seconds: 60 };
/** If other networks wait for more, the nearest preset's image is sent. An image takes half a second. */
const maxWaitingByOthers = 8;
/**
 * Networks take turns. Two have their turn, so that the next drawing is queued when one ends; a page of
 * listings has fewer than may wait. Whoever is refused gets the preset; cards and models have none.
 */
const turnLimit = { maxRunning: 2, maxQueuedPerKey: 20, maxQueued: 30 };
/** A listing's image has four times the pixels of the page's. */
const drawTimeoutMs = 60_000;
const maxQueuedForStaff = 8;
/** Together with a minute for sending, this ends before the email's lease of three minutes. */
const mailTimeoutMs = 90_000;
const priorities = { substitute: 3, staff: 2, requested: 1, preset: 0 };

export type DesignServer = {
  serve(url: URL, network: string): Promise<Response>;
  serveListingImage(url: URL): Promise<Response>;
  /**
   * Draws a design's image for an email, ahead of visitors' images. It never returns a substitute.
   *
   * @param query the design as in the URL of its page
   * @throws Error if it can't be drawn; TimeoutError after 90 s, while drawing continues for a
   *   later call
   */
  drawForMail(query: string): Promise<DesignImage>;
  /** Rejects what is queued. */
  stop(): void;
};

/**
 * Makes images and 3D models of designs, one at a time in their own process. Names of stored files
 * begin with the version.
 */
export function createDesignServer({
  logger,
  drawing = createJobProcess<DesignJob>({
    worker: new URL('design-worker.ts', import.meta.url),
    timeoutMs: drawTimeoutMs,
  }),
  countHit = countInMemory(),
  readFraming = async () => FRAMING_DEFAULTS,
  readCard = async () => BUILT_IN_CARD,
  store,
  version = '',
}: {
  logger: Logger;
  store?: Pick<ImageStore, 'read' | 'write'>;
  version?: string;
  drawing?: JobProcess<DesignJob>;
  countHit?: CountHit;
  readFraming?: () => Promise<FramingDefaults>;
  readCard?: () => Promise<ColorCard>;
}): DesignServer {
  const files = new LRUCache<string, Buffer>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const inFlight = new Map<string, Promise<Buffer>>();
  const queued = new Map<string, number>();
  const waitingByNetwork = new Map<string, number>();
  /** What visitors wait for, which may not be queued yet. */
  const requested = new Map<string, Promise<Buffer>>();
  const turns = createFairLimit(turnLimit);
  const queue = new PQueue({ concurrency: 1 });
  const stopping = new AbortController();
  let arePresetsDrawn = false;
  let lastColors = toColors(BUILT_IN_CARD);

  /** The shop's colors, as they were while they can't be read. */
  const readColors = async () => {
    try {
      lastColors = toColors(await readCard());
    } catch (error) {
      logger.warn({ error }, 'Design colours read failed');
    }
    return lastColors;
  };

  const countWaiting = (network: string, change: 1 | -1) => {
    const count = (waitingByNetwork.get(network) ?? 0) + change;
    if (count > 0) waitingByNetwork.set(network, count);
    else waitingByNetwork.delete(network);
  };
  const countWaitingOfOthers = (network: string) => {
    const counts = [...waitingByNetwork].filter(([other]) => other !== network);
    return counts.reduce((sum, [, count]) => sum + count, 0);
  };
  const drawInTurn = (network: string, file: DesignFile) => {
    const { key } = file;
    countWaiting(network, 1);
    const takeTurn = async () => {
      const drawn = files.get(key);
      if (drawn) return drawn;
      hasten(key, priorities.requested);
      return inFlight.get(key) ?? draw(file, priorities.requested);
    };
    const drawn = turns.run(network, takeTurn, stopping.signal).finally(() => {
      countWaiting(network, -1);
      requested.delete(key);
    });
    requested.set(key, drawn);
    return drawn;
  };
  /** Waits for the turn of another network that has requested the same, or of this one. */
  const drawFor = async (network: string, file: DesignFile): Promise<Buffer> => {
    const shared = requested.get(file.key);
    if (!shared) return drawInTurn(network, file);
    try {
      return await shared;
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      return requested.get(file.key) ?? drawInTurn(network, file);
    }
  };
  const draw = ({ key, job }: DesignFile, priority: number) => {
    queued.set(key, priority);
    const start = () => {
      queued.delete(key);
      return drawing.run(job);
    };
    const drawn = queue
      .add(start, { priority, id: key, signal: stopping.signal })
      .then((file) => {
        files.set(key, file);
        store?.write(toFileName(key), file).catch((error) => {
          logger.warn({ error }, 'Design image storage failed');
        });
        return file;
      })
      .finally(() => inFlight.delete(key));
    inFlight.set(key, drawn);
    return drawn;
  };
  const toFileName = (key: string) =>
    `${version}-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
  const readStored = async (key: string) => {
    const file = await store?.read(toFileName(key));
    if (file) files.set(key, file);
    return file;
  };
  const readDrawn = async (key: string) => files.get(key) ?? (await readStored(key));
  /** Runs after the first request, because most processes never draw a design. */
  const drawPresets = (colors: Colors) => {
    if (arePresetsDrawn) return;
    arePresetsDrawn = true;
    for (const style of STYLES) {
      const preset = createImageFile(createPresetDesign({ style }), DEFAULT_VIEW, 'page', colors);
      readDrawn(preset.key)
        .then((drawn) => drawn ?? inFlight.get(preset.key) ?? draw(preset, priorities.preset))
        .catch((error) => {
          if (!stopping.signal.aborted) logger.warn({ error, style }, 'Preset image render failed');
        });
    }
  };
  const hasten = (key: string, priority: number) => {
    if ((queued.get(key) ?? priority) >= priority) return;
    queue.setPriority(key, priority);
    queued.set(key, priority);
  };
  /** Draws the style's preset before all others. There are few of them. */
  const drawSubstitute = (preset: DesignFile) => {
    hasten(preset.key, priorities.substitute);
    return inFlight.get(preset.key) ?? draw(preset, priorities.substitute);
  };
  /** Returns the image of the most similar preset that is already drawn, or of the style's. */
  const serveSubstitute = async (file: DesignFile) => {
    const { key, contentType } = file;
    const substitutes = listSubstitutes(file);
    for (const substitute of substitutes) {
      const drawn = await readDrawn(substitute.key);
      if (drawn) return respondSubstitute(drawn, contentType);
    }
    const preset = substitutes.at(-1);
    if (!preset) return undefined;
    const drawn = await drawSubstitute(preset);
    return preset.key === key
      ? respond(drawn, contentType, getCacheControl(preset))
      : respondSubstitute(drawn, contentType);
  };
  /** These requests come by the thousand and must not wait. */
  const serveOverLimit = async (file: DesignFile, wait: number) => {
    const { contentType } = file;
    const preset = listSubstitutes(file).at(-1);
    const drawn = preset && (await readDrawn(preset.key));
    return drawn
      ? respondSubstitute(drawn, contentType)
      : textError(429, 'Too many designs are being drawn.', { 'Retry-After': String(wait) });
  };

  return {
    stop: () => {
      stopping.abort();
      drawing.stop();
    },
    serve: async (url, network) => {
      if (url.search.length > maxQueryLength)
        return textError(414, 'This design link is too long.');
      const colors = await readColors();
      const parsed = parseFile(url, colors);
      const exact = parsed.hasNoSubstitute ? `&${NO_SUBSTITUTE}` : '';
      const canonical = withCardVersion(parsed.path + exact, colors.version);
      if (canonical !== url.pathname + url.search) return redirect(canonical);
      try {
        const file = await withFraming(parsed, readFraming);
        const { key, contentType } = file;
        const cached = await readDrawn(key);
        if (cached) return respond(cached, contentType, getCacheControl(file));
        if (!inFlight.has(key) && !requested.has(key)) {
          const wait = await countHit(network, drawingLimit);
          if (wait > 0) return await serveOverLimit(file, wait);
          const isBusy = countWaitingOfOthers(network) > maxWaitingByOthers;
          const substitute = isBusy ? await serveSubstitute(file) : undefined;
          if (substitute) return substitute;
        }
        hasten(key, priorities.requested);
        const result = inFlight.get(key) ?? drawFor(network, file);
        const drawn = await result.catch((error) => {
          if (error instanceof TooManyRequests) return undefined;
          throw error;
        });
        if (!drawn) {
          return (
            (await serveSubstitute(file)) ??
            textError(503, 'Too many designs are being drawn.', { 'Retry-After': '5' })
          );
        }
        drawPresets(colors);
        return respond(drawn, contentType, getCacheControl(file));
      } catch (error) {
        logger.warn({ error, url: canonical }, 'Design render failed');
        return textError(503, "Couldn't draw this design. Please try again in a moment.", {
          'Retry-After': '5',
        });
      }
    },
    serveListingImage: async ({ pathname, search, searchParams }) => {
      if (search.length > maxQueryLength) return textError(414, 'This design link is too long.');
      const { card } = await readColors();
      if (queue.sizeBy({ priority: priorities.staff }) >= maxQueuedForStaff) {
        return textError(503, 'Too many designs are being drawn.', { 'Retry-After': '5' });
      }
      const { side, ...view } = parseListingView(searchParams);
      const { design } = parseDesignParams(searchParams);
      const job: DesignJob = { type: 'image', design, view, side, size: 'listing', card };
      try {
        const image = await queue.add(() => drawing.run(job), {
          priority: priorities.staff,
          signal: stopping.signal,
        });
        return respond(image, `image/${DESIGN_IMAGES.listing.format}`, 'no-store');
      } catch (error) {
        logger.warn({ error, url: pathname + search }, 'Design render failed');
        return textError(503, "Couldn't draw this design. Please try again in a moment.", {
          'Retry-After': '5',
        });
      }
    },
    drawForMail: async (query) => {
      const url = new URL(`/design/image?${query}&image=card`, 'http://localhost');
      const parsed = parseFile(url, await readColors());
      const file = await withFraming(parsed, readFraming);
      const { key, contentType } = file;
      const drawn = await readDrawn(key);
      hasten(key, priorities.staff);
      const image =
        drawn ??
        (await withTimeout(inFlight.get(key) ?? draw(file, priorities.staff), mailTimeoutMs));
      return { base64: image.toString('base64'), type: contentType };
    },
  };
}

async function withTimeout<Result>(promise: Promise<Result>, ms: number): Promise<Result> {
  const timeout = Promise.withResolvers<never>();
  const end = () => timeout.reject(new DOMException('Design render timed out', 'TimeoutError'));
  const timer = setTimeout(end, ms);
  return Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer));
}

/** The shop's colors, undefined for the built-in ones. */
type Colors = { card: ColorCard | undefined; version: string };

function toColors(card: ColorCard): Colors {
  const version = getCardVersion(card);
  return { card: version ? card : undefined, version };
}

type DesignFile = {
  /** The URL without colors. */
  path: string;
  key: string;
  colors: Colors;
  job: DesignJob;
  contentType: string;
  /** The URL asks for exactly this image. Cards and models have no substitutes anyway. */
  hasNoSubstitute?: boolean;
};

/** A frame depends on the framing settings, which its URL does not contain. */
async function withFraming(
  file: DesignFile,
  readFraming: () => Promise<FramingDefaults>,
): Promise<DesignFile> {
  if (file.job.type === 'model' || !file.job.view.framing) return file;
  const defaults = await readFraming();
  if (defaults === FRAMING_DEFAULTS) return file;
  return { ...file, key: file.key + JSON.stringify(defaults), job: { ...file.job, defaults } };
}

function parseFile({ pathname, searchParams }: URL, colors: Colors): DesignFile {
  const { design } = parseDesignParams(searchParams);
  const format = pathname.slice('/design/model.'.length);
  if (isModelFormat(format)) {
    const path = getDesignModelUrl(design, format);
    return {
      path,
      key: withCardVersion(path, colors.version),
      colors,
      job: { type: 'model', design, format, card: colors.card },
      contentType: MODEL_TYPES[format],
    };
  }
  const view = parseDesignView(searchParams);
  if (searchParams.get('image') === 'card') return createImageFile(design, view, 'card', colors);
  const [name = '', value] = NO_SUBSTITUTE.split('=');
  const hasNoSubstitute = searchParams.get(name) === value;
  return { ...createImageFile(design, view, 'page', colors), hasNoSubstitute };
}

const stylePresets = new Map<string, ShedDesign>();

function getStylePreset(style: ShedDesign['style']): ShedDesign {
  const preset = stylePresets.get(style) ?? createPresetDesign({ style });
  stylePresets.set(style, preset);
  return preset;
}

/**
 * Lists presets that can stand in for an image, the most similar first and the style's last. A card
 * has none, because social networks keep it for weeks as the design.
 */
function listSubstitutes({ job, colors, hasNoSubstitute }: DesignFile): DesignFile[] {
  if (hasNoSubstitute || job.type === 'model' || job.size !== 'page') return [];
  const { view } = job;
  const { style, width, length, material, wallColor: color } = job.design;
  const sized = createPresetDesign({ style, width, length, material, color });
  const colored = createPresetDesign({ style, material, color });
  return [
    createImageFile(sized, view, 'page', colors),
    createImageFile(sized, DEFAULT_VIEW, 'page', colors),
    createImageFile(colored, DEFAULT_VIEW, 'page', colors),
    createImageFile(getStylePreset(style), DEFAULT_VIEW, 'page', colors),
  ];
}

function createImageFile(
  design: ShedDesign,
  view: DesignView,
  size: 'page' | 'card',
  colors: Colors,
): DesignFile {
  const path = getDesignImageUrl(design, view, size);
  const shown = size === 'card' ? { ...view, facing: undefined } : view;
  return {
    path,
    key: withCardVersion(path, colors.version),
    colors,
    job: { type: 'image', design, view: shown, size, card: colors.card },
    contentType: `image/${DESIGN_IMAGES[size].format}`,
  };
}

/** Drawings change only with releases and the colors of their URL, frames also with the framing settings. */
const getCacheControl = ({ job }: DesignFile) =>
  `public, max-age=${job.type === 'image' && job.view.framing ? 300 : 86400}`;

const respond = (file: Buffer, contentType: string, cacheControl: string) =>
  new Response(file as Buffer<ArrayBuffer>, {
    headers: {
      'Content-Type': contentType,
      'Content-Length': String(file.byteLength),
      'Cache-Control': cacheControl,
    },
  });

const respondSubstitute = (file: Buffer, contentType: string) => {
  const response = respond(file, contentType, 'no-store');
  response.headers.set('Server-Timing', SUBSTITUTE_TIMING);
  return response;
};

const redirect = (location: string) =>
  new Response(null, {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'no-store' },
  });

/** Draws only for staff. The database decides who they are, on the hosted platform too. */
export function createListingImageHandler(
  tables: TableAccess,
  designs: Pick<DesignServer, 'serveListingImage'>,
  logger: Logger,
): (url: URL, authorization: string | undefined, ip: string) => Promise<Response> {
  const refuseOthers = createStaffCheck(tables, logger);
  return async (url, authorization, ip) =>
    (await refuseOthers(authorization, ip)) ?? designs.serveListingImage(url);
}
