import { describe, expect, test } from 'vitest';
import { getRoofLevels } from '#drawing/design/feature-panels.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { newDesign } from '#tests/fixtures/designs.ts';
import {
  describeEngineerReasons,
  describeMissingLimits,
  getEngineerReasons,
  getSnowLoad,
} from './engineer-reasons.ts';
import {
  defaultHints,
  type FitSettings,
  HINT_KEYS,
  type HintKey,
  type Hints,
  listFitHints,
  parseHints,
  parseZoning,
} from './fit-hints.ts';

const allShown = Object.fromEntries(
  HINT_KEYS.map((key) => [key, { ...defaultHints[key], isShown: true }]),
) as Hints;

const settings = (overrides: Partial<FitSettings> = {}): FitSettings => ({
  hints: allShown,
  zoning: [],
  maxWidth: null,
  maxSnowLoad: null,
  groundSnow: null,
  rain: null,
  snowCheckedOn: null,
  trailerDeck: null,
  ...overrides,
});

const getHint = (
  key: HintKey | 'zoning',
  design = newDesign(),
  levels: Partial<{ roof: number; top: number }> = {},
  overrides: Partial<FitSettings> = {},
) =>
  listFitHints(settings(overrides), design, {
    roof: 121.12,
    top: levels.roof ?? 121.12,
    ...levels,
  }).find((hint) => hint.key === key);
const hollinBay = {
  municipality: 'Hollin Bay',
  setback: 0.6,
  height: 4.5,
  coverage: null,
  url: '',
  checkedOn: null,
};

test('listFitHints shows only the permit hint, with its date, until the owner has checked the figures', () => {
  const list = (permit: Partial<Hints['permit']>) => {
    const hints = { ...defaultHints, permit: { ...defaultHints.permit, ...permit } };
    return listFitHints(settings({ hints }), newDesign({ width: 16 }), { roof: 170, top: 170 });
  };
  expect(list({})).toMatchObject([{ key: 'permit', checkedOn: null, asOf: '2022-04-29' }]);
  const checkedOn = '2026-11-28';
  for (const changes of [{ checkedOn }, { figure: 10 }]) {
    expect(list(changes)[0]).not.toHaveProperty('asOf');
  }
  expect(list({ isShown: false })).toEqual([]);
});

test('every hint recommends to check with the municipality', () => {
  const climate = { groundSnow: 1.9, rain: 0.4, trailerDeck: 0.9 };
  const hints = listFitHints(
    settings({ ...climate, maxWidth: 8, maxSnowLoad: 1, zoning: [hollinBay] }),
    newDesign({ width: 16, length: 20, extras: ['wiring'] }),
    { roof: 170, top: 170 },
  );
  expect(new Set(hints.map(({ key }) => key)).size).toBe(HINT_KEYS.length + 1);
  for (const { text } of hints) expect(text).toMatch(/ ?Check with your municipality\.$/);
});

describe('building permit', () => {
  test.each([
    [10, 16, false],
    [8, 20, false],
    [12, 13, false],
    [12, 14, true],
  ])('%i x %i ft is above 15 m²: %s', (width, length, needsAction) => {
    expect(getHint('permit', newDesign({ width, length }))?.needsAction).toBe(needsAction);
  });

  test('names the area and the figure', () => {
    expect(getHint('permit')?.text).toContain('This shed covers 120 sq ft (11.15\u00a0m²).');
    expect(getHint('permit')?.text).toContain(
      'up to 161.5 sq ft (15\u00a0m²). Zoning rules still apply.',
    );
  });

  test('a porch is outside the walls and named beside their area', () => {
    const design = newDesign({ style: 'Porch', width: 10, length: 20, porchDepth: 4 });
    const hint = getHint('permit', design);
    expect(hint).toMatchObject({ needsAction: false });
    expect(hint?.text).toContain('This shed covers 160 sq ft (14.86\u00a0m²).');
    expect(hint?.text).toContain(
      'Its porch of 40 sq ft (3.72\u00a0m²) is not included: your municipality may count it.',
    );
    expect(getHint('permit')?.text).not.toContain('porch');
  });

  test.each([
    ['ramp', undefined],
    ['wiring', true],
    ['insulation', true],
  ] as const)(
    'a shed of 11 m² with %s needs a permit because of its use: %s',
    (extra, needsAction) => {
      const hint = getHint('otherUsePermit', newDesign({ extras: [extra] }));
      expect(hint?.needsAction).toBe(needsAction);
    },
  );

  test('a garage of 11 m² needs a permit because of its use', () => {
    const design = newDesign({
      openings: [{ type: 'roll-up-door-84', wall: 'front', position: 18 }],
    });
    expect(getHint('otherUsePermit', design)).toMatchObject({ needsAction: true });
  });
});

test.each([
  ['skids', "A shed of 120 sq ft (11.15\u00a0m²) on skids doesn't need footings below that depth"],
  [
    'slab',
    "A shed of 120 sq ft (11.15\u00a0m²) on a concrete slab of at least 4 in (10\u00a0cm) doesn't need footings",
  ],
  ['posts', 'The posts of this shed have to go below that depth.'],
] as const)('the ground below %s: %s', (foundation, sentence) => {
  const hint = getHint('ground', newDesign({ foundation }));
  expect(hint).toMatchObject({ needsAction: false });
  expect(hint?.text).toContain(`The ground freezes to about 3 ft 11 in (1.20\u00a0m). ${sentence}`);
});

test('height is in both units, and above the figure it needs action', () => {
  expect(getHint('height')).toMatchObject({ needsAction: false });
  expect(getHint('height')?.text).toContain('This shed is 10 ft 1 in (3.08\u00a0m) high.');
  const high = getHint('height', newDesign(), { roof: 178 });
  expect(high).toMatchObject({ needsAction: true });
  expect(high?.text).toContain('often to 14 ft 9 in (4.50\u00a0m)');
});

test('the height with a cupola is named beside that of the roof', () => {
  const design = newDesign({ extras: ['cupola'] });
  const levels = { roof: 170, top: 200 };
  const zoning = [hollinBay];
  expect(getHint('height', design, levels)?.text).toContain(
    'With its cupola, it is 16 ft 8 in (5.08\u00a0m) high. Check',
  );
  expect(getHint('height')?.text).not.toContain('cupola');
  expect(getHint('zoning', design, levels, { zoning })).toMatchObject({
    text: expect.stringContaining(
      'This shed is 14 ft 2 in (4.32\u00a0m) high, 16 ft 8 in (5.08\u00a0m) with its cupola. Check',
    ),
    needsAction: false,
  });
});

describe('zoning', () => {
  test('needs action if the design is higher than it allows', () => {
    const zoning = [hollinBay];
    expect(getHint('zoning', newDesign(), { roof: 177 }, { zoning })).toMatchObject({
      text: '2 ft (60\u00a0cm) to the lot line, at most 14 ft 9 in (4.50\u00a0m) high. Check with your municipality.',
      needsAction: false,
    });
    expect(getHint('zoning', newDesign(), { roof: 178 }, { zoning })).toMatchObject({
      text: '2 ft (60\u00a0cm) to the lot line, at most 14 ft 9 in (4.50\u00a0m) high. This shed is 14 ft 10 in (4.52\u00a0m) high. Check with your municipality.',
      needsAction: true,
    });
  });

  test.each(['x', 'javascript:alert(1)', 'http://[', '//example.com/x'])(
    'the invalid URL %s is shown as text',
    (url) => {
      const hint = getHint('zoning', newDesign(), {}, { zoning: [{ ...hollinBay, url }] });
      expect(hint?.url).toBeUndefined();
      expect(hint?.text).toMatch(/ municipality\. \S+$/);
    },
  );

  test('an http or https URL is a link', () => {
    const url = 'https://example.com/by-law';
    const hint = getHint('zoning', newDesign(), {}, { zoning: [{ ...hollinBay, url }] });
    expect(hint).toMatchObject({ url, text: expect.not.stringContaining(url) });
  });
});

test('lengths and areas are in the chosen units first, and a placeholder without a unit is a figure', () => {
  const text = '{value} m², not {value} mm or {figure}m';
  const hints = { ...allShown, permit: { ...allShown.permit, text } };
  const levels = { roof: 120, top: 120 };
  const all = listFitHints(settings({ hints, zoning: [hollinBay] }), newDesign(), levels, 'metric');
  const texts = new Map(all.map((hint) => [hint.key, hint.text]));
  expect(texts.get('permit')).toContain(
    '11.15 m² (120\u00a0sq\u00a0ft), not 11.15 mm or 15m Check',
  );
  expect(texts.get('gate')).toContain(
    'at least 3.66 m (12\u00a0ft) wide: its own width plus 61 cm (2\u00a0ft).',
  );
  expect(texts.get('zoning')).toContain(
    '60 cm (2\u00a0ft) to the lot line, at most 4.50 m (14\u00a0ft\u00a09\u00a0in) high.',
  );
  const wide = describeEngineerReasons(settings({ maxWidth: 8 }), newDesign(), 'metric');
  expect(wide).toEqual([
    'Needs an engineer: 3.05 m (10\u00a0ft) is wider than the 2.44 m (8\u00a0ft) built without one.',
  ]);
});

test('the gate is the width of the shed and two feet', () => {
  expect(getHint('gate')?.text).toContain(
    'at least 12 ft (3.66\u00a0m) wide: its own width plus 2 ft (61\u00a0cm).',
  );
});

test.each([
  ['slab', false],
  ['posts', false],
  ['skids', true],
  ['gravel', true],
] as const)('a shed on %s is delivered: %s', (foundation, isDelivered) => {
  const design = newDesign({ width: 16, foundation });
  const levels = { roof: 200, top: 200 };
  const keys = listFitHints(settings({ trailerDeck: 0.9 }), design, levels).map(({ key }) => key);
  for (const key of ['gate', 'roadWidth', 'roadEscort', 'roadHeight'] as const) {
    expect(keys.includes(key)).toBe(isDelivered);
  }
});

describe('on the road', () => {
  test.each<[ShedDesign['style'], number, boolean, boolean]>([
    ['Gambrel', 8, false, false],
    ['Gable', 7, false, false],
    ['Gable', 8, true, false],
    ['Gable', 12, true, false],
    ['Gable', 13, true, true],
    ['Dutch Barn', 12, true, true],
  ])(
    'a %s of %i ft is too wide for the road: %s, needs an escort: %s',
    (style, width, isWide, isEscorted) => {
      const design = newDesign({ style, width });
      expect(getHint('roadWidth', design) !== undefined).toBe(isWide);
      expect(getHint('roadEscort', design) !== undefined).toBe(isEscorted);
    },
  );

  test('the width on the road includes the eaves', () => {
    expect(getHint('roadWidth', newDesign({ width: 8 }))?.text).toContain(
      '9 ft (2.74\u00a0m) wide',
    );
  });

  test('the height on the road includes the deck of the trailer', () => {
    const find = (top: number, trailerDeck: number | null) =>
      getHint('roadHeight', newDesign(), { top }, { trailerDeck });
    expect(find(200, null)).toBeUndefined();
    expect(find(127, 0.9)).toBeUndefined();
    expect(find(130, 0.9)).toMatchObject({ needsAction: true });
    expect(find(130, 0.9)?.text).toContain(
      'On our trailer, this shed is 13 ft 9 in (4.20\u00a0m) high.',
    );
  });

  test.each([
    [8, 35.28],
    [10, 44.1],
  ])('a cupola on %i ft reaches %d in above the roof', (width, height) => {
    const design = createPresetDesign({ style: 'Gable', width, length: 12 });
    const { roof, top } = getRoofLevels({ ...design, extras: ['cupola'] });
    expect(top - roof).toBeCloseTo(height, 4);
    expect(getRoofLevels({ ...design, extras: [] })).toEqual({ roof, top: roof });
  });
});

describe('snow', () => {
  test.each<[ShedDesign['style'], number, number]>([
    ['Gambrel', 14, 1.255],
    ['Gambrel', 15, 1.445],
    ['Gable', 13, 1.255],
    ['Gable', 14, 1.445],
    ['A-Frame', 13, 1.255],
    ['Porch', 12, 1.255],
    ['Porch', 13, 1.445],
    ['Dormer', 13, 1.445],
    ['Modern Farmhouse', 13, 1.445],
    ['Dutch Barn', 13, 1.445],
  ])('Ss 1.9 and Sr 0.4 on a %s of %i ft are %d kPa', (style, width, load) => {
    expect(getSnowLoad({ groundSnow: 1.9, rain: 0.4 }, { style, width })).toBeCloseTo(load, 10);
  });

  test('the snow load is never below 1 kPa, and unknown without the figures of the municipality', () => {
    expect(getSnowLoad({ groundSnow: 0.5, rain: 0.1 }, newDesign())).toBe(1);
    expect(getSnowLoad({ groundSnow: 1.9, rain: null }, newDesign())).toBeUndefined();
    expect(getHint('snow')).toBeUndefined();
  });
});

describe('needs an engineer', () => {
  test.each<[Partial<FitSettings>, number, string[]]>([
    [{}, 16, []],
    [{ maxWidth: 12 }, 12, []],
    [{ maxWidth: 12 }, 13, ['width']],
    [{ maxSnowLoad: 1.3, groundSnow: 1.9, rain: 0.4 }, 13, []],
    [{ maxSnowLoad: 1.3, groundSnow: 1.9, rain: 0.4 }, 14, ['snow load']],
    [{ maxSnowLoad: 1.3 }, 16, []],
  ])('a design with %o at %i ft needs an engineer because of %o', (overrides, width, reasons) => {
    const design = newDesign({ width });
    expect(getEngineerReasons(settings(overrides), design)).toEqual(reasons);
    const [first] = listFitHints(settings(overrides), design, { roof: 120, top: 120 });
    expect(first?.text.includes('needs an engineer')).toBe(reasons.length > 0);
  });

  test('the hint has the owner’s text and the figures of the approved range', () => {
    const hints = parseHints({ engineerWidth: { text: '{value} ft is above our {figure} ft.' } });
    const [first] = listFitHints(settings({ hints, maxWidth: 12 }), newDesign({ width: 14 }), {
      roof: 120,
      top: 120,
    });
    expect(first).toMatchObject({
      key: 'engineerWidth',
      text: '14 ft (4.27\u00a0m) is above our 12 ft (3.66\u00a0m). Check with your municipality.',
      needsAction: true,
    });
  });
});

test.each<[Partial<FitSettings>, string[]]>([
  [{}, ['No limit set for building without an engineer: width and snow load.']],
  [
    { maxSnowLoad: 1.5, groundSnow: 1.9, rain: 0.4 },
    ['No limit set for building without an engineer: width.'],
  ],
  [{ maxWidth: 12, rain: 0.4 }, ['No limit set for building without an engineer: snow load.']],
  [{ maxWidth: 12, maxSnowLoad: 1.5, rain: 0.4 }, [expect.stringContaining('Snow load unknown')]],
  [{ maxWidth: 12, maxSnowLoad: 1.5, groundSnow: 1.9, rain: 0.4 }, []],
])('describeMissingLimits of %o', (overrides, sentences) => {
  expect(describeMissingLimits(settings(overrides))).toEqual(sentences);
});

describe('stored hints', () => {
  test('missing values and values of another type become the default', () => {
    expect(parseHints(null)).toEqual(defaultHints);
    expect(parseHints({ permit: { isShown: false }, gate: 5, height: { figure: 'high' } })).toEqual(
      {
        ...defaultHints,
        permit: { ...defaultHints.permit, isShown: false },
      },
    );
  });

  test('parseZoning returns an empty list for anything that is not a list', () => {
    expect(parseZoning({})).toEqual([]);
  });
});
