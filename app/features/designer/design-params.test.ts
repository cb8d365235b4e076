import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { STYLES } from '#drawing/design/shed-design.ts';
import { validDesigns } from '#tests/fixtures/random-designs.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { cpuTime } from '#tests/support/cpu-time.ts';
import { describeChange } from './describe-change.ts';
import { formatDesignParams, parseDesignParams } from './design-params.ts';
import { shedDesignSchema } from './design-schema.ts';

const parse = (query: string) => parseDesignParams(new URLSearchParams(query));

describe('formatDesignParams', () => {
  test.each(STYLES)('leaves out what the preset of a %s has', (style) => {
    const design = createPresetDesign({ style, width: 12, length: 16 });
    const slug = style.toLowerCase().replace(' ', '-');
    expect(formatDesignParams(design).toString()).toBe(`style=${slug}&size=12x16`);
  });

  test('names openings by wall, type and position', () => {
    const design = {
      ...createPresetDesign({ style: 'Gable' }),
      openings: [
        { type: 'window-24x36', wall: 'left', position: 60 },
        { type: 'double-door-60', wall: 'front', position: 30 },
        { type: 'window-18x24', wall: 'left', position: 12 },
      ] as const,
      extras: ['ramp', 'flowerBoxes'] as const,
    };
    expect(formatDesignParams(design).toString()).toBe(
      'style=gable&size=10x12&front=double-door-60.30&left=window-18x24.12_window-24x36.60&extras=ramp_flower-boxes',
    );
  });
});

describe('parseDesignParams', () => {
  test('returns the design that formatDesignParams was given', () => {
    const property = fc.property(validDesigns, (design) => {
      const params = formatDesignParams(design);
      const parsed = parseDesignParams(new URLSearchParams(params.toString()));
      expect(parsed.changes).toEqual([]);
      expect(formatDesignParams(parsed.design).toString()).toBe(params.toString());
      const sort = (list: readonly unknown[]) => list.map((each) => JSON.stringify(each)).sort();
      expect(sort(parsed.design.openings)).toEqual(sort(design.openings));
      expect({ ...parsed.design, openings: [] }).toEqual({ ...design, openings: [] });
    });
    fc.assert(property, { numRuns: countRuns(2000) });
  });

  test('returns the preset of a gable without params', () => {
    expect(parse('')).toEqual({ design: createPresetDesign({ style: 'Gable' }), changes: [] });
  });

  test('reads the fields of a form: width and length, repeated extras, spaces and capitals', () => {
    const { design, changes } = parse(
      'style=Dutch+Barn&width=12&length=20&color=Navy+Blue&extras=none&extras=ramp&extras=vents',
    );
    expect(changes).toEqual([]);
    expect(design).toMatchObject({ style: 'Dutch Barn', width: 12, length: 20 });
    expect(design).toMatchObject({ wallColor: 'Navy Blue', extras: ['ramp', 'vents'] });
  });

  test('reports what the nearest valid design changes', () => {
    const { design, changes } = parse('style=a-frame&size=8x10&color=pink&height=5');
    expect(design).toMatchObject({ style: 'A-Frame', width: 12, length: 10, wallColor: 'Natural' });
    expect(changes.map((change) => describeChange(change))).toEqual([
      "The link has a value for color that we don't recognize, so we used our standard one.",
      'Width: 12 ft (3.66\u00a0m), because a narrower A-frame has no room for a door.',
      'Wall height: 6 ft (1.83\u00a0m). We build 6 ft (1.83\u00a0m) to 10 ft (3.05\u00a0m) in steps of 6 in (15\u00a0cm).',
    ]);
  });

  test.each([
    ['v=1&utm_source=news&gad_source=1&Style=gambrel&season=winter&delivery=80', []],
    [
      'v=2',
      [
        'The link is from another version of this page. We filled in anything it leaves out with our standard choice.',
      ],
    ],
  ])('ignores unknown names and reports another version: %s', (query, messages) => {
    const { design, changes } = parse(`style=gable&size=10x12&${query}`);
    expect(changes.map((change) => describeChange(change))).toEqual(messages);
    expect(design).toEqual(createPresetDesign({ style: 'Gable' }));
  });

  test.each<[string, string[]]>([
    [
      'openings=3',
      ["The link has a value for openings that we don't recognize, so we used our standard one."],
    ],
    [
      'front=constructor.1',
      ["The link has a value for front that we don't recognize, so we used our standard one."],
    ],
    [
      'extras=jacuzzi',
      ["The link has a value for extras that we don't recognize, so we used our standard one."],
    ],
    ['openings=', []],
    ['front=', []],
    ['front=&back=&left=&right=', []],
    ['extras=', []],
    ['style=gambrel', ['The link has more than one style, so we used the first.']],
    ['size=12x16&color=', ['The link has more than one size, so we used the first.']],
    ['style=Gable', []],
  ])('shows the usual design for %s and reports %j', (query, messages) => {
    const { design, changes } = parse(`style=gable&size=10x12&${query}`);
    expect(changes.map((change) => describeChange(change))).toEqual(messages);
    expect(design).toEqual(createPresetDesign({ style: 'Gable' }));
  });

  test('openings=none and extras=none leave out what the preset has', () => {
    const { design, changes } = parse('style=gable&size=10x12&openings=none&extras=none');
    expect(design).toMatchObject({ openings: [], extras: [] });
    expect(changes).toEqual([]);
  });

  test.each<[string, string[]]>([
    ['front=double-door-60.30', []],
    ['front=double-door-60.30&back=', []],
    ['front=double-door-60.30_hatch.5', ['front']],
    ['front=double-door-60.30&left=none', ['left']],
    ['front=double-door-60.30&openings=none', ['openings']],
  ])('shows the known part of %s and reports %j', (query, params) => {
    const { design, changes } = parse(`style=gable&size=10x12&extras=ramp&${query}`);
    expect(design.openings).toEqual([{ type: 'double-door-60', wall: 'front', position: 30 }]);
    expect(changes.map((change) => describeChange(change))).toEqual(
      params.map((param) => `We don't recognize part of the link’s ${param}, so we ignored it.`),
    );
  });

  test('reads URLs of version 1 as when they were shared', () => {
    const sizes = [8, 10, 12, 14, 16].flatMap((width) =>
      [8, 12, 16, 20, 24].map((length) => `${width}x${length}`),
    );
    const designs = STYLES.flatMap((style) =>
      sizes.flatMap((size) =>
        ['material=wood', 'material=metal&color=white', 'color=navy-blue'].map((choice) =>
          JSON.stringify(parse(`style=${encodeURIComponent(style)}&size=${size}&${choice}`).design),
        ),
      ),
    );
    const digest = createHash('sha256').update(designs.join()).digest('hex');
    // Another digest means that links which customers have shared show another shed: see PARAMS_VERSION.
    expect(digest).toBe('3ac3ae92b7e159793a38d11a490d86a4e7197aa21b7a47fe1d7a35b25a77fe63');
  });

  test.each([
    'style=%3Cscript%3E&size=1e308x-1&height=NaN&porch=Infinity&extras=__proto__',
    'front=double-door-60.999999999&left=window-18x24.-5&right=constructor.1&back=window-18x24',
    'size=99999x0&width=1e308&length=NaN&style=toString',
    `front=${'window-18x24.1_'.repeat(10_000)}`,
    Array.from({ length: 10_000 }, (_, i) => `left=window-18x24.${i}`).join('&'),
    `style=${'x'.repeat(1e6)}&extras=${'ramp_'.repeat(1e5)}`,
  ])('answers hostile params %#', (query) => {
    const params = new URLSearchParams(query);
    const start = cpuTime();
    const { design, changes } = parseDesignParams(params);
    const sentences = changes.map((change) => describeChange(change));
    expect(cpuTime() - start).toBeLessThan(5000);
    expect(shedDesignSchema.safeParse(design).error).toBeUndefined();
    expect(sentences.length).toBeGreaterThan(0);
    expect(sentences.length).toBeLessThan(60);
    expect(sentences.join()).not.toMatch(/[<>]|NaN|Infinity|undefined|proto|e\+/);
  });

  test('never throws, and its result is valid', () => {
    const names = ['style', 'size', 'width', 'height', 'porch', 'front', 'left', 'extras', 'color'];
    const queries = fc.array(fc.tuple(fc.constantFrom(...names), fc.string()));
    fc.assert(
      fc.property(queries, (entries) => {
        const { design } = parseDesignParams(new URLSearchParams(entries));
        expect(shedDesignSchema.safeParse(design).error).toBeUndefined();
      }),
      { numRuns: countRuns(2000) },
    );
  });
});
