import fc from 'fast-check';
import pino from 'pino';
import sharp from 'sharp';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getCardVersion } from '#app/features/designer/color-card.ts';
import { getDesignImageUrl } from '#app/features/designer/design-view.ts';
import { getDesignModelUrl } from '#app/features/designer/model-links.ts';
import { getListingViewUrl } from '#app/features/sheds/listing-views.ts';
import type { JobProcess } from '#backend/job-process.ts';
import { countInMemory } from '#backend/limits.ts';
import { FRAMING_DEFAULTS } from '#drawing/design/lumber.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import type { CardColor, ColorCard, ShedDesign } from '#drawing/design/shed-design.ts';
import { designTarget } from '#tests/fuzz/design-cases.ts';
import { countRuns, isFull } from '#tests/support/count-runs.ts';
import { timeoutMs } from '#tests/support/timeouts.ts';
import { createDesignServer, createListingImageHandler } from './design-server.ts';
import type { DesignJob } from './design-worker.ts';

const logger = pino({ level: 'silent' });
const gable = getDesignImageUrl(createPresetDesign({ style: 'Gable' }));
const getWidthUrl = (width: number) =>
  getDesignImageUrl(createPresetDesign({ style: 'Gable', width }));
const toUrl = (path: string) => new URL(path, 'https://example.ca');

/** Draws when `finish` is called. */
function createDrawing() {
  const jobs: DesignJob[] = [];
  const waiting: PromiseWithResolvers<Buffer>[] = [];
  const drawing: JobProcess<DesignJob> = {
    run: (job) => {
      jobs.push(job);
      const drawn = Promise.withResolvers<Buffer>();
      waiting.push(drawn);
      return drawn.promise;
    },
    stop: vi.fn(),
  };
  const finish = async () => {
    waiting.shift()?.resolve(Buffer.from('image'));
    await new Promise(setImmediate);
  };
  return { drawing, jobs, finish, waiting };
}

describe('createDesignServer', () => {
  test('draws a design once for concurrent requests, and caches it', async () => {
    const { drawing, jobs, finish } = createDrawing();
    const files = createDesignServer({ logger, drawing });
    const responses = [files.serve(toUrl(gable), 'a'), files.serve(toUrl(gable), 'b')];
    await new Promise(setImmediate);
    await finish();
    for (const response of await Promise.all(responses)) {
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe('image/webp');
    }
    const again = await files.serve(toUrl(gable), 'c');
    expect(await again.text()).toBe('image');
    expect(again.headers.get('Cache-Control')).toContain('max-age');
    expect(jobs.filter(({ design }) => design.style === 'Gable')).toHaveLength(1);
  });

  test('draws each side of a design once, the entrance by the URL without one, and none for cards', async () => {
    const jobs: DesignJob[] = [];
    const drawing: JobProcess<DesignJob> = {
      run: async (job) => {
        jobs.push(job);
        return Buffer.from('image');
      },
      stop: vi.fn(),
    };
    const files = createDesignServer({ logger, drawing });
    for (const [query, canonical] of [
      ['&facing=right', ''],
      ['&facing=roof', ''],
      ['&facing=back&image=card', '&image=card'],
    ] as const) {
      const response = await files.serve(toUrl(gable + query), 'a');
      expect(response.status, query).toBe(302);
      expect(response.headers.get('Location')).toBe(gable + canonical);
    }
    expect(jobs).toEqual([]);
    for (const wall of ['back', 'back', 'left']) {
      const response = await files.serve(toUrl(`${gable}&facing=${wall}`), 'a');
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=86400');
    }
    const sides = jobs.flatMap((job) => (job.type === 'image' ? (job.view.facing ?? []) : []));
    expect(sides).toEqual(['back', 'left']);
  });

  test('draws a frame by the current framing settings, and reads them for nothing else', async () => {
    const { drawing, jobs, finish } = createDrawing();
    const shop = { ...FRAMING_DEFAULTS, studSpacing: 24 };
    const readFraming = vi.fn(async () => shop);
    const files = createDesignServer({ logger, drawing, readFraming });
    const framed = `${gable}&framing=yes`;
    const serve = async (path: string) => {
      const response = files.serve(toUrl(path), 'a');
      await new Promise(setImmediate);
      await finish();
      return response;
    };
    expect((await serve(gable)).headers.get('Cache-Control')).toBe('public, max-age=86400');
    expect(readFraming).not.toHaveBeenCalled();
    const before = jobs.length;
    const response = files.serve(toUrl(framed), 'a');
    await vi.waitFor(async () => {
      await finish();
      expect(jobs).toContainEqual(expect.objectContaining({ defaults: shop }));
    }, timeoutMs);
    await finish();
    expect((await response).headers.get('Cache-Control')).toBe('public, max-age=300');
    readFraming.mockResolvedValue({ ...shop, studSpacing: 12 });
    void files.serve(toUrl(framed), 'a');
    await vi.waitFor(async () => {
      await finish();
      const drawn = jobs.slice(before).map((job) => ('defaults' in job ? job.defaults : undefined));
      expect(drawn.map((defaults) => defaults?.studSpacing)).toContain(12);
    }, timeoutMs);
  });

  test('draws in the colours of the shop, which the URL names, and redirects other ones', async () => {
    const { drawing, jobs } = createDrawing();
    drawing.run = async (job) => {
      jobs.push(job);
      return Buffer.from('image');
    };
    const red: CardColor = { kind: 'wallColor', color: 'Red', name: '', value: '#8f2f24' };
    const readCard = vi.fn(async (): Promise<ColorCard> => [red]);
    const files = createDesignServer({ logger, drawing, readCard });
    const colors = `&colors=${getCardVersion([red])}`;
    const model = getDesignModelUrl(createPresetDesign({ style: 'Gable' }), 'glb');
    const paths = [gable, `${gable}&image=card`, `${gable}&substitute=no`, model];
    for (const path of paths) {
      for (const other of ['', '&colors=0', `${colors}&again=1`]) {
        const response = await files.serve(toUrl(path + other), 'a');
        expect(response.status).toBe(302);
        expect(response.headers.get('Location')).toBe(path + colors);
      }
    }
    expect(jobs).toEqual([]);
    for (const path of paths) {
      const response = await files.serve(toUrl(path + colors), 'a');
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=86400');
    }
    await files.drawForMail('style=porch&size=10x12');
    await files.serveListingImage(toUrl('/design/listing-image?style=gable&size=10x12'));
    await vi.waitFor(() => expect(jobs.length).toBeGreaterThan(5), timeoutMs);
    expect(jobs.map(({ card }) => card)).toEqual(jobs.map(() => [red]));
    readCard.mockRejectedValue(new Error('no database'));
    expect((await files.serve(toUrl(gable + colors), 'a')).status).toBe(200);
    readCard.mockResolvedValue([{ ...red, value: '' }]);
    const back = await files.serve(toUrl(gable + colors), 'a');
    expect(back.headers.get('Location')).toBe(gable);
    await files.serve(toUrl(gable), 'a');
    expect(jobs.filter(({ card }) => !card)).toHaveLength(1);
  });

  test.each([
    '/design/image',
    '/design/image?style=Gable',
    '/design/image?size=10x12&style=gable',
    '/design/image?style=gable&size=10x12&utm=1',
    '/design/image?style=%3Cscript%3E&size=1e308xNaN',
    `/design/image?style=gable&front=${'window-18x24.12_'.repeat(90)}`,
  ])('redirects %s to the canonical URL without drawing', async (path) => {
    const { drawing, jobs } = createDrawing();
    const response = await createDesignServer({ logger, drawing }).serve(toUrl(path), 'a');
    expect(response.status).toBe(302);
    const location = response.headers.get('Location') ?? '';
    expect(location).toMatch(/^\/design\/image\?style=gable&size=\d+x\d+/);
    expect(location).not.toMatch(/script|utm/);
    expect(jobs).toEqual([]);
  });

  test.each(['glb', 'usdz'] as const)(
    'serves the %s model of a canonical design only',
    async (format) => {
      const { drawing, jobs, finish } = createDrawing();
      const files = createDesignServer({ logger, drawing });
      const path = `/design/model.${format}`;
      const canonical = `${path}?style=gable&size=10x12`;
      for (const query of ['', '?style=Gable', '?style=gable&size=10x12&season=winter']) {
        const response = await files.serve(toUrl(path + query), 'a');
        expect(response.status).toBe(302);
        expect(response.headers.get('Location')).toBe(canonical);
      }
      expect(jobs).toEqual([]);
      const served = files.serve(toUrl(canonical), 'a');
      await new Promise(setImmediate);
      await finish();
      const type = { glb: 'model/gltf-binary', usdz: 'model/vnd.usdz+zip' }[format];
      expect((await served).headers.get('Content-Type')).toBe(type);
      expect(jobs[0]).toMatchObject({ type: 'model', format });
    },
  );

  test.each(['/design/image', '/design/model.glb', '/design/model.usdz'])(
    'answers a query of %s that is longer than any design with 414',
    async (path) => {
      const { drawing } = createDrawing();
      const url = toUrl(`${path}?front=${'window-18x24.12_'.repeat(10_000)}`);
      expect((await createDesignServer({ logger, drawing }).serve(url, 'a')).status).toBe(414);
    },
  );

  test('answers hostile designs with a redirect or 414, and draws none of them', async () => {
    const { drawing, jobs } = createDrawing();
    const files = createDesignServer({ logger, drawing });
    await fc.assert(
      fc.asyncProperty(designTarget, async (target) => {
        const url = toUrl(target);
        const { status, headers } = await files.serve(url, 'a');
        expect(status).toBe(url.search.length > 2000 ? 414 : 302);
        expect(headers.get('Location') ?? '/design/').toMatch(/^\/design\/[\w.?=&-]*$/);
      }),
      { numRuns: countRuns(2000) },
    );
    expect(jobs).toEqual([]);
  });

  test('draws all the images of a page of listings for one network', async () => {
    const { drawing, jobs, finish } = createDrawing();
    const files = createDesignServer({ logger, drawing });
    const first = files.serve(toUrl(gable), 'a');
    await new Promise(setImmediate);
    await finish();
    await first;
    while (jobs.length < 7) await finish();
    await finish();
    const urls = [6, 7, 8, 9, 11, 12, 13, 14, 15, 16].flatMap((width) =>
      [9, 10].map((length) =>
        getDesignImageUrl(createPresetDesign({ style: 'Gable', width, length })),
      ),
    );
    const page = urls.map((url) => files.serve(toUrl(url), 'a'));
    for (const _ of urls) {
      await new Promise(setImmediate);
      await finish();
    }
    const responses = await Promise.all(page);
    expect(responses.map(({ headers }) => headers.get('Cache-Control'))).toEqual(
      urls.map(() => 'public, max-age=86400'),
    );
  });

  test('draws one at a time, and sends the preset of the style while others wait', async () => {
    const { drawing, jobs, finish } = createDrawing();
    const files = createDesignServer({ logger, drawing });
    const first = files.serve(toUrl(gable), 'a');
    await new Promise(setImmediate);
    await finish();
    await first;
    // The presets of the other styles follow.
    while (jobs.length < 7) await finish();
    await finish();
    const sizes = [6, 7, 8, 9, 11, 12, 13, 14, 15];
    const waiting = sizes.map((width) => files.serve(toUrl(getWidthUrl(width)), `n${width}`));
    await new Promise(setImmediate);
    expect(jobs).toHaveLength(8);
    const busy = await files.serve(toUrl(getWidthUrl(16)), 'z');
    expect(busy.status).toBe(200);
    expect(busy.headers.get('Cache-Control')).toBe('no-store');
    expect(busy.headers.get('Server-Timing')).toBe('substitute');
    const model = files.serve(
      toUrl(getDesignModelUrl(createPresetDesign({ style: 'Gable' }), 'glb')),
      'y',
    );
    for (const _ of [...waiting, model]) await finish();
    expect(await (await model).headers.get('Cache-Control')).toContain('max-age');
    for (const response of await Promise.all(waiting)) {
      expect(response.headers.get('Cache-Control')).toContain('max-age');
    }
  });

  /** Nine designs, of which eight wait. */
  async function makeBusy(files: ReturnType<typeof createDesignServer>) {
    for (const width of [6, 7, 8, 9, 11, 12, 13, 14, 15]) {
      void files.serve(toUrl(getWidthUrl(width)), `n${width}`);
    }
    await new Promise(setImmediate);
  }

  test('draws the preset of the style before queued designs, once for concurrent requests', async () => {
    const { drawing, jobs, finish } = createDrawing();
    const files = createDesignServer({ logger, drawing });
    await makeBusy(files);
    const porch = createPresetDesign({ style: 'Porch' });
    const served = [{ ...porch, width: 12 }, { ...porch, wallColor: 'Red' as const }, porch].map(
      (design, i) => files.serve(toUrl(getDesignImageUrl(design)), `m${i}`),
    );
    await new Promise(setImmediate);
    expect(jobs).toHaveLength(1);
    await finish();
    await finish();
    expect(jobs[1]).toMatchObject({ design: porch });
    const [sized, colored, preset] = await Promise.all(served);
    for (const response of [sized, colored]) {
      expect(response?.headers.get('Server-Timing')).toBe('substitute');
      expect(response?.headers.get('Cache-Control')).toBe('no-store');
    }
    expect(preset?.headers.has('Server-Timing')).toBe(false);
    expect(preset?.headers.get('Cache-Control')).toContain('max-age');
  });

  test('cards and images that no other may stand in for wait for their turn', async () => {
    const { drawing, finish } = createDrawing();
    const files = createDesignServer({ logger, drawing });
    await makeBusy(files);
    const design = createPresetDesign({ style: 'Porch', width: 12 });
    const card = getDesignImageUrl(design, undefined, 'card');
    const quoted = `${getDesignImageUrl(design)}&substitute=no`;
    const served = [card, quoted].map((url, i) => files.serve(toUrl(url), `m${i}`));
    for (let i = 0; i < 25; i++) await finish();
    for (const response of await Promise.all(served)) {
      expect(response.headers.has('Server-Timing')).toBe(false);
      expect(response.headers.get('Cache-Control')).toContain('max-age');
    }
  });

  test('a preset that waits behind others is drawn first once it is needed', async () => {
    const { drawing, jobs, finish } = createDrawing();
    const files = createDesignServer({ logger, drawing });
    const first = files.serve(toUrl(gable), 'a');
    await new Promise(setImmediate);
    await finish();
    await first;
    await makeBusy(files);
    // The first of the presets is being drawn.
    const before = jobs.length;
    const barn = createPresetDesign({ style: 'Dutch Barn' });
    const needed = files.serve(toUrl(getDesignImageUrl({ ...barn, width: 12 })), 'b');
    await new Promise(setImmediate);
    await finish();
    expect(jobs).toHaveLength(before + 1);
    expect(jobs.at(-1)).toMatchObject({ design: barn });
    await finish();
    expect((await needed).headers.get('Server-Timing')).toBe('substitute');
    expect(
      jobs.filter(({ design }) => JSON.stringify(design) === JSON.stringify(barn)),
    ).toHaveLength(1);
  });

  test('a preset that waits for idle time is queued once a visitor requests it', async () => {
    const { drawing, jobs, finish } = createDrawing();
    const files = createDesignServer({ logger, drawing });
    const first = files.serve(toUrl(gable), 'a');
    await new Promise(setImmediate);
    await finish();
    await first;
    // One preset is being drawn, five wait.
    const barn = createPresetDesign({ style: 'Dutch Barn' });
    const gambrel = createPresetDesign({ style: 'Gambrel' });
    const asked = [gambrel, barn].map((design, i) =>
      files.serve(toUrl(getDesignImageUrl(design)), `b${i}`),
    );
    await new Promise(setImmediate);
    for (let i = 0; i < 3; i++) await finish();
    expect(jobs.slice(2, 4).map(({ design }) => design)).toEqual([gambrel, barn]);
    for (const response of await Promise.all(asked)) expect(response.status).toBe(200);
  });

  test('while many wait, sends the stored preset of the same size, material and colour', async () => {
    const alike = { width: 12, length: 16, material: 'Metal', color: 'Red' } as const;
    const stored = ['Gable', 'Gambrel'].map((style) =>
      createPresetDesign({ style: style as 'Gable', ...alike }),
    );
    const bytes = new Map<string, Buffer>();
    const store = {
      read: async (file: string) => bytes.get(file),
      write: async (file: string, image: Uint8Array) => void bytes.set(file, Buffer.from(image)),
    };
    const former = createDesignServer({
      logger,
      store,
      drawing: {
        run: async ({ design }) => Buffer.from(`${design.style} ${design.width}x${design.length}`),
        stop: () => undefined,
      },
    });
    for (const design of stored) await former.serve(toUrl(getDesignImageUrl(design)), 'a');

    const { drawing, jobs } = createDrawing();
    const files = createDesignServer({ logger, drawing, store });
    await makeBusy(files);
    const [gableDesign] = stored;
    const changed = { ...gableDesign, trimColor: 'Black' } as ShedDesign;
    const response = await files.serve(
      toUrl(getDesignImageUrl(changed, { season: 'winter', light: 'day' })),
      'b',
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('Server-Timing')).toBe('substitute');
    expect(await response.text()).toBe('Gable 12x16');
    expect(jobs).toHaveLength(1);
  });

  const serveModel = (
    files: ReturnType<typeof createDesignServer>,
    network: string,
    index: number,
  ) => {
    const size = { width: 6 + (index % 11), length: 13 + Math.floor(index / 11) };
    const design = createPresetDesign({ style: 'Gable', ...size });
    return files.serve(toUrl(getDesignModelUrl(design, 'glb')), network);
  };
  const listModels = (jobs: DesignJob[]) =>
    jobs.flatMap(({ type, design }) =>
      type === 'model' ? [design.width - 6 + 11 * (design.length - 13)] : [],
    );

  test('networks take turns with models, and the one with most waiting loses its last one', async () => {
    const { drawing, jobs, finish } = createDrawing();
    const files = createDesignServer({ logger, drawing });
    const statuses = new Map<number, number>();
    const request = (network: string, index: number) =>
      void serveModel(files, network, index).then(({ status }) => statuses.set(index, status));
    // One is drawn, one is next, and twenty wait.
    for (let index = 0; index < 26; index++) request('a', index);
    await new Promise(setImmediate);
    expect([...statuses]).toEqual([22, 23, 24, 25].map((index) => [index, 503]));
    for (let index = 30; index < 35; index++) request('b', index);
    for (let index = 40; index < 46; index++) request('c', index);
    await new Promise(setImmediate);
    expect(statuses.get(21)).toBe(503);
    expect(statuses.size).toBe(5);
    for (let i = 0; i < 40; i++) await finish();
    expect(listModels(jobs).slice(0, 7)).toEqual([0, 1, 2, 30, 40, 3, 31]);
    for (let index = 30; index < 35; index++) expect(statuses.get(index)).toBe(200);
  });

  test('a drawing that several networks wait for outlasts the refusal of the first', async () => {
    const { drawing, jobs, finish } = createDrawing();
    const files = createDesignServer({ logger, drawing });
    const first = Array.from({ length: 22 }, (_, index) => serveModel(files, 'a', index));
    await new Promise(setImmediate);
    const shared = ['b', 'c'].map((network) => serveModel(files, network, 21));
    await new Promise(setImmediate);
    for (let index = 30; index < 41; index++) void serveModel(files, `n${index}`, index);
    await new Promise(setImmediate);
    for (let i = 0; i < 40; i++) await finish();
    expect((await first.at(-1))?.status).toBe(503);
    expect((await Promise.all(shared)).map(({ status }) => status)).toEqual([200, 200]);
    expect(listModels(jobs).filter((index) => index === 21)).toHaveLength(1);
  });

  test('draws a card for an email before the visitor who waits for it, and once for both', async () => {
    const { drawing, jobs, finish } = createDrawing();
    const files = createDesignServer({ logger, drawing });
    const others = Array.from({ length: 5 }, (_, index) => serveModel(files, 'a', index));
    const design = createPresetDesign({ style: 'Porch', width: 12 });
    const card = toUrl(getDesignImageUrl(design, undefined, 'card'));
    const visitor = files.serve(card, 'a');
    await new Promise(setImmediate);
    const mail = files.drawForMail(card.search.slice(1).replace('&image=card', ''));
    await new Promise(setImmediate);
    await finish();
    expect(jobs[1]).toMatchObject({ type: 'image', size: 'card', design });
    for (let i = 0; i < 20; i++) await finish();
    expect((await mail).base64).toBe(btoa('image'));
    expect((await visitor).status).toBe(200);
    await Promise.all(others);
    expect(jobs.filter((job) => job.type === 'image' && job.size === 'card')).toHaveLength(1);
  });

  test('answers 503 for a model while many wait: it has no preset', async () => {
    const { drawing } = createDrawing();
    const files = createDesignServer({ logger, drawing });
    for (let index = 0; index < 32; index++) void serveModel(files, `n${index}`, index);
    await new Promise(setImmediate);
    const response = await serveModel(files, 'z', 99);
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('5');
  });

  test('sends presets, and no models, to a network that requests too many new designs', async () => {
    const drawing: JobProcess<DesignJob> = {
      run: async () => Buffer.from('image'),
      stop: () => undefined,
    };
    const countHit = countInMemory({ now: () => 0 });
    const files = createDesignServer({ logger, drawing, countHit });
    const serve = (i: number, network: string, format: 'image' | 'glb' = 'image') => {
      const size = { width: 6 + (i % 11), length: 6 + Math.floor(i / 11) };
      const design = createPresetDesign({ style: 'Gable', ...size });
      const path =
        format === 'image' ? getDesignImageUrl(design) : getDesignModelUrl(design, format);
      return files.serve(toUrl(path), network);
    };
    const isDrawn = (response: Response) =>
      response.status === 200 && !response.headers.has('Server-Timing');
    for (let i = 0; i < 60; i++) expect(isDrawn(await serve(i, 'a'))).toBe(true);
    const limited = await serve(60, 'a');
    expect(limited.status).toBe(200);
    expect(limited.headers.get('Server-Timing')).toBe('substitute');
    expect((await serve(61, 'a', 'glb')).status).toBe(429);
    expect(isDrawn(await serve(60, 'b'))).toBe(true);
    expect(isDrawn(await serve(0, 'a'))).toBe(true);
  });

  test('answers a network that requests too many designs at once', async () => {
    const { drawing, jobs } = createDrawing();
    const files = createDesignServer({
      logger,
      drawing,
      countHit: countInMemory({ now: () => 0 }),
    });
    const serve = (i: number) => {
      const size = { width: 6 + (i % 11), length: 6 + Math.floor(i / 11) };
      return files.serve(
        toUrl(getDesignImageUrl(createPresetDesign({ style: 'Gable', ...size }))),
        'a',
      );
    };
    for (let i = 0; i < 60; i++) void serve(i);
    await new Promise(setImmediate);
    const limited = await serve(61);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(jobs).toHaveLength(1);
  });

  test('reads stored images after a restart, of its own version only', async () => {
    const files = new Map<string, Buffer>();
    const store = {
      read: async (file: string) => files.get(file),
      write: async (file: string, bytes: Uint8Array) => void files.set(file, Buffer.from(bytes)),
    };
    const count = async (version: string) => {
      const { drawing, jobs } = createDrawing();
      drawing.run = async (job) => {
        jobs.push(job);
        return Buffer.from('image');
      };
      const images = createDesignServer({ logger, drawing, store, version });
      const response = await images.serve(toUrl(getWidthUrl(11)), 'a');
      expect(await response.text()).toBe('image');
      expect(response.headers.get('Cache-Control')).toContain('max-age');
      await new Promise(setImmediate);
      return jobs.filter(({ design }) => design.width === 11).length;
    };
    expect(await count('one')).toBe(1);
    expect(await count('one')).toBe(0);
    expect(await count('two')).toBe(1);
    for (const file of files.keys()) expect(file).toMatch(/^(one|two)-[0-9a-f]{32}$/);
  });

  test('draws and answers if images cannot be stored', async () => {
    const { drawing, finish } = createDrawing();
    const store = { read: async () => undefined, write: () => Promise.reject(new Error('full')) };
    const response = createDesignServer({ logger, drawing, store }).serve(toUrl(gable), 'a');
    await new Promise(setImmediate);
    await finish();
    expect((await response).status).toBe(200);
  });

  test('draws for staff before visitors, one at a time, eight waiting at most', async () => {
    const { drawing, jobs, finish } = createDrawing();
    const images = createDesignServer({ logger, drawing });
    const path = '/design/listing-image?style=gable&size=10x12&season=winter&side=back';
    const visitors = [6, 7].map((width) => images.serve(toUrl(getWidthUrl(width)), `n${width}`));
    await new Promise(setImmediate);
    const staff = Array.from({ length: 8 }, () => images.serveListingImage(toUrl(path)));
    const refused = await images.serveListingImage(toUrl(path));
    expect(refused.status).toBe(503);
    expect(jobs).toHaveLength(1);
    for (let i = 0; i < 10; i++) await finish();
    expect(jobs[1]).toMatchObject({ size: 'listing', side: 'back', view: { season: 'winter' } });
    for (const response of await Promise.all(staff)) {
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe('image/jpeg');
      expect(response.headers.get('Cache-Control')).toBe('no-store');
    }
    await Promise.all(visitors);
  });

  test('draws the card of a design for an email behind another drawing, never a substitute', async () => {
    const { drawing, jobs, finish } = createDrawing();
    const images = createDesignServer({ logger, drawing });
    const widths = Array.from({ length: 10 }, (_, index) => 6 + index);
    const visitors = widths.map((width, n) => images.serve(toUrl(getWidthUrl(width)), `n${n}`));
    await new Promise(setImmediate);
    const settled = vi.fn();
    const mail = images.drawForMail('style=Gable&size=10x12&color=red').finally(settled);
    await new Promise(setImmediate);
    expect(settled).not.toHaveBeenCalled();
    for (let i = 0; i < 2; i++) await finish();
    expect(settled).not.toHaveBeenCalled();
    await vi.waitFor(async () => {
      await finish();
      expect(settled).toHaveBeenCalled();
    }, timeoutMs);
    expect(await mail).toEqual({ base64: btoa('image'), type: 'image/jpeg' });
    const cards = jobs.filter(
      ({ type, ...job }) => type === 'image' && 'size' in job && job.size === 'card',
    );
    expect(cards).toMatchObject([{ design: { wallColor: 'Red' } }]);
    expect(jobs.indexOf(cards[0] as DesignJob), 'before the visitors that wait').toBeLessThan(4);
    expect(await images.drawForMail('style=gable&size=10x12&color=red')).toEqual(await mail);
    for (let i = 0; i < 2 * widths.length; i++) await finish();
    await Promise.all(visitors);
  });

  test('drawForMail rejects if the drawing fails, outlasts the lease of the email or is stopped', async () => {
    const { drawing, waiting, finish } = createDrawing();
    const images = createDesignServer({ logger, drawing });
    const failing = images.drawForMail('style=gable&size=10x12');
    await vi.waitFor(() => expect(waiting).toHaveLength(1), timeoutMs);
    waiting.shift()?.reject(new Error('ended'));
    await expect(failing).rejects.toThrow('ended');

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const slow = images.drawForMail('style=gable&size=10x12');
    const outcome = expect(slow).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
    while (waiting.length === 0) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(90_000);
    await outcome;
    vi.useRealTimers();
    await finish();
    // The drawing went on.
    expect((await images.drawForMail('style=gable&size=10x12')).type).toBe('image/jpeg');

    const running = images.drawForMail('style=gambrel&size=10x12');
    await vi.waitFor(() => expect(waiting).toHaveLength(1), timeoutMs);
    const queued = images.drawForMail('style=porch&size=10x12');
    const outcomes = Promise.allSettled([running, queued]);
    images.stop();
    expect(await outcomes).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  });

  test('answers 503 if the drawing fails', async () => {
    const drawing: JobProcess<DesignJob> = {
      run: () => Promise.reject(new Error('ended')),
      stop: () => undefined,
    };
    const files = createDesignServer({ logger, drawing });
    expect((await files.serve(toUrl(gable), 'a')).status).toBe(503);
    expect((await files.serveListingImage(toUrl(gable))).status).toBe(503);
  });
});

describe('the drawing process', () => {
  let files: ReturnType<typeof createDesignServer> | undefined;
  afterEach(() => files?.stop());

  test.runIf(isFull)(
    'draws images for pages, cards and listings in their sizes',
    async () => {
      files = createDesignServer({ logger });
      const design = createPresetDesign({ style: 'Dutch Barn', width: 12 });
      for (const [size, width, height] of [
        ['page', 960, 720],
        ['card', 1200, 630],
      ] as const) {
        const path = getDesignImageUrl(design, { season: 'winter', light: 'dusk' }, size);
        const response = await files.serve(toUrl(path), 'a');
        expect(response.status).toBe(200);
        const drawn = await sharp(await response.arrayBuffer()).metadata();
        expect(drawn).toMatchObject({ width, height });
      }
      const path = getListingViewUrl(design, { season: 'autumn', light: 'evening', side: 'back' });
      const response = await files.serveListingImage(toUrl(path));
      const drawn = await sharp(await response.arrayBuffer()).metadata();
      expect(drawn).toMatchObject({ width: 1920, height: 1440, format: 'jpeg' });
    },
    180_000,
  );

  test.runIf(isFull)(
    'makes the same model of a design each time',
    async () => {
      files = createDesignServer({ logger });
      const design = createPresetDesign({ style: 'Porch' });
      for (const [format, start] of [
        ['glb', 'glTF'],
        ['usdz', 'PK'],
      ] as const) {
        const url = toUrl(getDesignModelUrl(design, format));
        const model = Buffer.from(await (await files.serve(url, 'a')).arrayBuffer());
        expect(model.subarray(0, start.length).toString()).toBe(start);
        const other = createDesignServer({ logger });
        const again = Buffer.from(await (await other.serve(url, 'a')).arrayBuffer());
        other.stop();
        expect(again.equals(model)).toBe(true);
      }
    },
    180_000,
  );
});

const url = new URL('https://example.ca/design/listing-image?style=gable&size=10x12&side=left');

const create = (answer: () => Promise<Response>) => {
  const fetch = vi.fn<typeof globalThis.fetch>(answer);
  const serveListingImage = vi.fn(async () => new Response('image'));
  const tables = { url: 'https://tables.example', publishableKey: 'key', fetchFor: () => fetch };
  const handle = createListingImageHandler(
    tables,
    { serveListingImage },
    pino({ level: 'silent' }),
  );
  return { fetch, serveListingImage, handle };
};

test('the image of a listing is drawn for staff', async () => {
  const { fetch, serveListingImage, handle } = create(async () =>
    Response.json([{ user_id: 'a' }]),
  );
  const response = await handle(url, 'Bearer token', '192.0.2.1');
  expect(await response.text()).toBe('image');
  expect(serveListingImage).toHaveBeenCalledWith(url);
  expect(fetch).toHaveBeenCalledWith(
    'https://tables.example/rest/v1/staff?select=user_id&limit=1',
    { headers: { apikey: 'key', authorization: 'Bearer token' } },
  );
});

test.each([
  ['without a session', 401, undefined, async () => Response.json([{ user_id: 'a' }])],
  ['of no staff', 403, 'Bearer token', async () => Response.json([])],
  ['of an ended session', 403, 'Bearer token', async () => Response.json({}, { status: 401 })],
  ['without a database', 503, 'Bearer token', async () => Response.json({}, { status: 503 })],
  ['without a network', 503, 'Bearer token', () => Promise.reject(new TypeError('fetch failed'))],
])('a request %s gets %i and draws nothing', async (_what, status, authorization, answer) => {
  const { serveListingImage, handle } = create(answer);
  const response = await handle(url, authorization, '192.0.2.1');
  expect(response.status).toBe(status);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(serveListingImage).not.toHaveBeenCalled();
});
