import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { FRAMING_NOTICE } from '#app/features/designer/design-labels.ts';
import { constrainDesign } from '#drawing/design/constrain-design.ts';
import { FRAMING_DEFAULTS } from '#drawing/design/lumber.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { BUILT_IN_CARD, EXTRAS, STYLES } from '#drawing/design/shed-design.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import type { DocumentType } from './document-process.ts';
import { type DocumentFacts, renderCutList, renderShopDrawings } from './shop-documents.ts';

const facts: DocumentFacts = {
  business: 'Hillside Sheds',
  engineer: [],
  missingLimits: [],
  changes: [],
  framing: FRAMING_DEFAULTS,
  card: BUILT_IN_CARD,
  request: { number: '3F2A91C4', customer: 'Zoë Łukasz 山', createdAt: '2026-11-20T15:04:05Z' },
};
const types: DocumentType[] = ['shop-drawings', 'cut-list'];
const gable = createPresetDesign({ style: 'Gable', width: 10, length: 12 });

/** Most tests read the documents of one design. */
const shared = new Map<DocumentType, Promise<Buffer>>();
const renderGable = (type: DocumentType) => {
  const rendered = shared.get(type) ?? render(gable, type);
  shared.set(type, rendered);
  return rendered;
};

const render = (
  design = gable,
  type: DocumentType = 'shop-drawings',
  changes: Partial<DocumentFacts> = {},
  logo?: Uint8Array,
) => {
  const renderDocument = type === 'shop-drawings' ? renderShopDrawings : renderCutList;
  return renderDocument(design, { ...facts, ...changes }, logo);
};

describe('the shop drawings of a 10x12 gable', () => {
  let pages: string[];
  beforeAll(async () => {
    ({ pages } = await readPdf(await renderGable('shop-drawings')));
  });

  test('have plan, elevations, framing of each wall, roof, floor and sheets as text', () => {
    const titles = [
      'Shop drawings: 10x12 Gable',
      'Floor plan',
      'Elevations: front and back',
      'Elevations: left and right',
      'Framing: floor framing',
      'Framing: front wall',
      'Framing: back wall',
      'Framing: left wall',
      'Framing: right wall',
      'Framing: rafters',
      'Framing: roof framing',
      'Floor sheets',
      'Roof sheathing',
      'Siding panels',
    ];
    expect(pages).toHaveLength(titles.length);
    for (const [index, title] of titles.entries()) {
      expect(pages[index]).toContain(title);
      expect(pages[index]).toContain(`Page ${index + 1} of ${titles.length}`);
    }
  });

  test('have the customer, the request and its day on the cover', () => {
    for (const text of [
      '3F2A91C4',
      'Zoë Łukasz 山',
      'Nov 20, 2026',
      'Hillside Sheds',
      '10x12 ft (3.05 x 3.66 m)',
      '120 sq ft (11.15 m²)',
    ]) {
      expect(pages[0]).toContain(text);
    }
  });

  test('have stud positions and rough openings with dimensions', () => {
    const wall = pages[8] ?? '';
    expect(wall).toContain('1\'-3 3/4"');
    expect(wall).toContain('Rough 5\'-1" x 6\'-1"');
    expect(wall).toContain('79 1/2');
    expect(pages[5]).toContain('Scale 3/8 in = 1 ft');
    expect(pages[9]).toContain('70 11/16');
    expect(pages[9]).toContain('5 in 12');
  });
});

test('the shop drawings of a shed with a skylight have its size and the section of its opening', async () => {
  const read = async (file: Buffer) => (await readPdf(file)).pages.join().replaceAll(/\s+/g, ' ');
  const drawings = await read(await render({ ...gable, extras: ['skylight'] }));
  expect(drawings).toContain(
    '26 x 30 in (660 x 762 mm), rough opening 27 1/2 x 31 1/2 in (699 x 800 mm)',
  );
  expect(drawings).toContain('Framing: section through the skylight');
  expect(drawings).toContain('lower jack rafter');
  expect(await read(await renderGable('shop-drawings'))).not.toContain('skylight');
});

test('the shop drawings of a porch have its ceiling, its gable and the one behind it', async () => {
  const porch = createPresetDesign({ style: 'Porch', width: 12, length: 20 });
  const { pages } = await readPdf(await render(porch));
  expect(pages.join()).toContain('Framing: porch ceiling');
  const sheets = pages.find((page) => page.includes('Porch sheets'));
  expect(sheets).toContain('Gable behind the porch');
});

test('documents are made and say the spacing as the shop frames', async () => {
  const framing = { ...FRAMING_DEFAULTS, studSpacing: 24, kerf: 1 / 4 };
  const drawings = await readPdf(await render(gable, 'shop-drawings', { framing }));
  const spacing = 'Studs 24 in (610 mm), joists 16 in (406 mm), rafters 16 in (406 mm) on centre';
  expect(drawings.pages[0]?.replaceAll(/\s+/g, ' ')).toContain(spacing);
  expect(drawings.pages.join()).toContain('Gable studs are 24 in (610 mm)');
  const cuts = await readPdf(await render(gable, 'cut-list', { framing }));
  expect(cuts.pages[0]).toContain(spacing);
  expect(cuts.pages.join()).toContain('Each cut takes 1/4 in (6 mm),');
});

test('the shop drawings of a shed in vinyl have its sheathing', async () => {
  const { pages } = await readPdf(await render({ ...gable, material: 'Vinyl' }));
  expect(pages.at(-1)).toContain('Wall sheathing');
  expect(pages.at(-1)).toContain('sheets: 13 by this layout; 13 to buy, with waste.');
});

test.each(types)('the %s prints names in other scripts', async (type) => {
  const customer = 'Nguyễn Παπαδόπουλος ⅜ 山田さくら';
  const pdf = await readPdf(
    await render(gable, type, {
      business: 'शर्मा محمد 김철수',
      request: { number: '3F2A91C4', customer, createdAt: '2026-11-20T15:04:05Z' },
    }),
  );
  const text = pdf.pages.join('').normalize('NFC').replaceAll(' ', '');
  expect(text).toContain(customer.replaceAll(' ', ''));
  expect(text).not.toContain('[U+');
  for (const name of ['Devanagari', 'Arabic', 'JP', 'KR']) {
    expect(pdf.source).toContain(`NotoSans${name}`);
  }
});

describe.each(types)('the %s', (type) => {
  let file: Buffer;
  let pdf: Awaited<ReturnType<typeof readPdf>>;
  beforeAll(async () => {
    file = await renderGable(type);
    pdf = await readPdf(file);
  });

  test('says on each page that nothing is engineered', () => {
    for (const page of pdf.pages) {
      expect(page).toContain(FRAMING_NOTICE);
      expect(page).not.toMatch(/engineer:|Needs an engineer/);
    }
  });

  test('says on each page what needs an engineer and which limits are missing, and on the cover what was changed', async () => {
    const engineer = ['Needs an engineer: 10 ft is wider than the 8 ft built without one.'];
    const missingLimits = ['No limit set for building without an engineer: width.'];
    const changes = ['Width: 15 ft.'];
    const beyond = await render(gable, type, { engineer, missingLimits, changes });
    const { pages } = await readPdf(beyond);
    for (const page of pages) {
      expect(page).toContain(engineer[0]);
      expect(page).toContain(missingLimits[0]);
    }
    expect(pages[0]).toContain('Changed so it can be built');
    expect(pages[0]).toContain(changes[0]);
  });

  test('is the same file for the same design, with or without a request', async () => {
    expect((await render(gable, type)).equals(file)).toBe(true);
    const withoutRequest = () => render(gable, type, { request: undefined });
    expect((await withoutRequest()).equals(await withoutRequest())).toBe(true);
    expect((await render({ ...gable, wallHeight: 90 }, type)).equals(file)).toBe(false);
  });

  test('is tagged PDF/UA in English on Letter pages, with the site’s typefaces embedded', () => {
    const { title, tags, source } = pdf;
    expect(source).toMatch(/\/Marked true/);
    expect(source).toMatch(/\/Lang \(en-CA\)/);
    expect(source).toMatch(/\/DisplayDocTitle true/);
    expect(source).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(title).toContain('10x12 Gable');
    expect(source).toMatch(/\/MediaBox \[0 0 (792 612|612 792)\]/);
    expect(source).toMatch(/\/BaseFont \/[A-Z]{6}\+Figtree/);
    expect(source).toMatch(/\/BaseFont \/[A-Z]{6}\+Bricolage/);
    expect(source.match(/\/FontFile2/g)?.length).toBeLessThan(6);
    for (const tag of ['Document', 'Sect', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure']) {
      expect(tags).toContain(tag);
    }
    const figures = source.match(/\/S \/Figure/g) ?? [];
    expect(source.match(/\/Alt /g)).toHaveLength(figures.length);
  });

  test('has bars and lines as vectors, and no image', () => {
    expect(pdf.source).not.toMatch(/\/Subtype \/Image/);
  });
});

test.each(types)('the %s has the logo beside its title', async (type) => {
  const create = { width: 640, height: 160, channels: 3, background: '#2f5d3a' } as const;
  const logo = await sharp({ create }).png({ palette: true }).toBuffer();
  const { source, pages } = await readPdf(await render(gable, type, {}, logo));
  expect(source.match(/\/Subtype \/Image/g)).toHaveLength(1);
  expect(source).toContain('(Hillside Sheds)');
  expect(pages).toHaveLength((await readPdf(await renderGable(type))).pages.length);
  expect(pages[0]).toContain('10x12 Gable');
});

test('the cut list has each kind of board to buy, and how to cut it', async () => {
  const { pages } = await readPdf(await renderGable('cut-list'));
  const text = pages.join('\n');
  expect(text).toContain('Boards to buy');
  expect(text).toContain('4 x 4x4 treated, 12 ft (3.66 m)');
  expect(text).toMatch(/2 of 79 1\/2 in \(2019 mm\), stud, king stud/);
  expect(text).toMatch(/left over 16 7\/8 in \(429 mm\)/);
});

/** Those with the fewest and the most kinds of pages; the others in the full tests. */
const shapes = STYLES.filter((style) => isFull || style === 'A-Frame' || style === 'Dormer');
const largest = shapes.map((style) => {
  const preset = createPresetDesign({ style, width: 16, length: 24 });
  return constrainDesign({ ...preset, extras: [...EXTRAS], porchDepth: 8, wallHeight: 120 }).design;
});

test.each(largest)('documents of the largest $style with all extras', async (design) => {
  const { pages } = await readPdf(await render(design));
  expect(pages.join()).toMatch(/Framing: front wall/);
  expect(/Framing: left wall/.test(pages.join())).toBe(design.style !== 'A-Frame');
  expect(/Framing: porch/.test(pages.join())).toBe(design.style !== 'A-Frame');
  expect(/Face of the dormer/i.test(pages.join())).toBe(design.style === 'Dormer');
  expect((await readPdf(await render(design, 'cut-list'))).pages.length).toBeGreaterThan(2);
});
