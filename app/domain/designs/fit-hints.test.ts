import { describe, expect, test } from 'vitest';
import { newDesign } from '#tests/fixtures/designs.ts';
import {
  defaultHints,
  type FitSettings,
  getEngineerReasons,
  getSnowLoad,
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
  ...overrides,
});

const getHint = (key: HintKey, design = newDesign(), height = 121.12) =>
  listFitHints(settings(), design, { height }).find((hint) => hint.key === key);

test('permits and transport by road are off until the owner has checked them', () => {
  const shown = listFitHints(settings({ hints: defaultHints }), newDesign({ width: 16 }), {
    height: 170,
  });
  expect(shown.map(({ key }) => key)).toEqual(['height', 'gate', 'ground']);
});

test('every hint says to check with the municipality', () => {
  const zoning = {
    municipality: 'Hollin Bay',
    setback: 0.6,
    height: 4.5,
    coverage: null,
    url: '',
    checkedOn: null,
  };
  const hints = listFitHints(
    settings({ groundSnow: 1.9, rain: 0.4, maxWidth: 8, maxSnowLoad: 1, zoning: [zoning] }),
    newDesign({ width: 16, length: 20, extras: ['wiring'] }),
    { height: 170 },
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
    expect(getHint('permit')?.text).toContain('It covers 11.15 m².');
    expect(getHint('permit')?.text).toContain('up to 15 m²');
  });

  test.each([
    ['ramp', undefined],
    ['wiring', true],
    ['insulation', true],
  ] as const)('a shed of 11 m² with %s needs one as another use: %s', (extra, needsAction) => {
    const hint = getHint('otherUsePermit', newDesign({ extras: [extra] }));
    expect(hint?.needsAction).toBe(needsAction);
  });
});

test('height is in metres, and above the figure it needs action', () => {
  expect(getHint('height')).toMatchObject({ needsAction: false });
  expect(getHint('height')?.text).toContain('It is 3.08 m high.');
  expect(getHint('height', newDesign(), 178)).toMatchObject({ needsAction: true });
});

test('the gate is the width of the shed and two feet', () => {
  expect(getHint('gate')?.text).toContain('at least 12 ft wide');
});

test('a shed of 8 ft travels without a permit, one of 10 ft does not', () => {
  expect(getHint('roadWidth', newDesign({ width: 8 }))).toBeUndefined();
  expect(getHint('roadWidth')).toMatchObject({ needsAction: true });
  expect(getHint('roadEscort', newDesign({ width: 13 }))).toBeUndefined();
  expect(getHint('roadEscort', newDesign({ width: 14 }))).toMatchObject({ needsAction: true });
});

describe('snow', () => {
  test('Ss 1.9 and Sr 0.4 on a narrow roof are 1.255 kPa, on a wide one 1.445', () => {
    const place = { groundSnow: 1.9, rain: 0.4 };
    expect(getSnowLoad(place, { width: 14 })).toBeCloseTo(1.255, 10);
    expect(getSnowLoad(place, { width: 15 })).toBeCloseTo(1.445, 10);
  });

  test('is never below 1 kPa, and unknown without the figures of the place', () => {
    expect(getSnowLoad({ groundSnow: 0.5, rain: 0.1 }, { width: 10 })).toBe(1);
    expect(getSnowLoad({ groundSnow: 1.9, rain: null }, { width: 10 })).toBeUndefined();
    expect(getHint('snow')).toBeUndefined();
  });
});

describe('needs an engineer', () => {
  test.each<[Partial<FitSettings>, number, string[]]>([
    [{}, 16, []],
    [{ maxWidth: 12 }, 12, []],
    [{ maxWidth: 12 }, 13, ['width']],
    [{ maxSnowLoad: 1.3, groundSnow: 1.9, rain: 0.4 }, 14, []],
    [{ maxSnowLoad: 1.3, groundSnow: 1.9, rain: 0.4 }, 15, ['snow load']],
    [{ maxSnowLoad: 1.3 }, 16, []],
  ])('with %o at %i ft because of %o', (overrides, width, reasons) => {
    const design = newDesign({ width });
    expect(getEngineerReasons(settings(overrides), design)).toEqual(reasons);
    const [first] = listFitHints(settings(overrides), design, { height: 120 });
    expect(first?.text.includes('needs an engineer')).toBe(reasons.length > 0);
  });

  test('its texts are the owner’s, with the figures of the approved range', () => {
    const hints = parseHints({ engineerWidth: { text: '{value} ft is above our {figure} ft.' } });
    const [first] = listFitHints(settings({ hints, maxWidth: 12 }), newDesign({ width: 14 }), {
      height: 120,
    });
    expect(first).toMatchObject({
      key: 'engineerWidth',
      text: '14 ft is above our 12 ft. Check with your municipality.',
      needsAction: true,
    });
  });
});

describe('stored hints', () => {
  test('what is missing or has another type is the default', () => {
    expect(parseHints(null)).toEqual(defaultHints);
    expect(parseHints({ permit: { isShown: true }, gate: 5, height: { figure: 'high' } })).toEqual({
      ...defaultHints,
      permit: { ...defaultHints.permit, isShown: true },
    });
  });

  test('zoning that is no list is empty', () => {
    expect(parseZoning({})).toEqual([]);
  });
});
