import { expect, test } from 'vitest';
import { defaultHints } from '#app/features/designer/fit-hints.ts';
import {
  type DesignerForm,
  designerForm,
  toDesignerColumns,
  toDesignerForm,
} from './designer-form.ts';

const columns = {
  withdrawn_options: ['style.A-Frame', 'metalColor.Red', 'door.roll-up-door-84', 'extra.cupola'],
  framing: {
    ...{ studSpacing: 24, joistSpacing: 12, rafterSpacing: 16, kerf: 0.1875 },
    stockLengths: [8, 16, 20],
    ...{ maxSkidSpacing: 40, minSidingLevel: 8, metalCoverWidth: 30 },
    ...{ wallWaste: 0.07, roofWaste: 0.29, cutRoofWaste: 0.5 },
  },
  delivery_places: [
    { town: 'Tamsin', prefix: 'N0M', km: 22 },
    { town: '', prefix: 'M5V', km: null },
  ],
  color_card: [
    { kind: 'trimColor', color: 'White', name: 'Linen', value: '' },
    { kind: 'metalColor', color: 'Red', name: 'Barn Red QC 8250', value: '#8f2f24' },
  ],
  price_visibility: 'range',
  range_below_percent: 5,
  range_above_percent: 20,
  max_width_ft: 14,
  max_snow_load_kpa: 1.5,
  ground_snow_kpa: 1.9,
  rain_kpa: 0.4,
  snow_checked_on: '2026-11-01',
  trailer_deck_m: 0.9,
  hints: {
    ...defaultHints,
    permit: { ...defaultHints.permit, isShown: true, checkedOn: '2026-11-02' },
  },
  zoning: [
    {
      municipality: 'Hollin Bay',
      setback: 0.6,
      height: 4.5,
      coverage: null,
      url: '',
      checkedOn: null,
    },
  ],
};

test('designer settings convert to the form and back', () => {
  const form = toDesignerForm(columns);
  expect(designerForm.safeParse(form).success).toBe(true);
  expect(toDesignerColumns(form)).toEqual(columns);
});

test('without a stored row the form shows no price and has the default hints', () => {
  expect(toDesignerColumns(toDesignerForm(null))).toMatchObject({
    price_visibility: 'none',
    max_width_ft: null,
    hints: defaultHints,
    zoning: [],
    withdrawn_options: [],
    color_card: [],
    framing: null,
  });
});

test('the standard framing, boards in any order, is stored as null', () => {
  const form = toDesignerForm({ ...columns, framing: null });
  const { framing } = form;
  const stockLengths = framing.stockLengths.toReversed();
  expect(toDesignerColumns({ ...form, framing: { ...framing, stockLengths } }).framing).toBeNull();
});

test.each<[keyof DesignerForm['offered'], boolean]>([
  ['style', false],
  ['trimColor', false],
  ['door', false],
  ['window', true],
  ['extra', true],
])('offering nothing of the kind %s is valid: %s', (kind, isValid) => {
  const form = toDesignerForm(columns);
  const result = designerForm.safeParse({ ...form, offered: { ...form.offered, [kind]: [] } });
  const paths = isValid ? undefined : [['offered', kind]];
  expect(result.error?.issues.map(({ path }) => path)).toEqual(paths);
});

test.each<[keyof DesignerForm['framing'], unknown]>([
  ['studSpacing', '19'],
  ['kerf', '1'],
  ['maxSkidSpacing', '61'],
  ['maxSkidSpacing', ''],
  ['minSidingLevel', '6.5'],
  ['cutRoofWaste', '51'],
  ['wallWaste', ''],
  ['stockLengths', ['8', '14']],
  ['stockLengths', []],
])('designerForm rejects framing with %s %j', (name, value) => {
  const form = toDesignerForm(columns);
  const result = designerForm.safeParse({ ...form, framing: { ...form.framing, [name]: value } });
  expect(result.error?.issues.map(({ path }) => path)).toEqual([['framing', name]]);
});

test('designerForm tidies the colours of suppliers and rejects what is no colour', () => {
  const form = toDesignerForm(columns);
  const parse = (changes: object) => {
    const [first, ...rest] = form.color_card;
    return designerForm.safeParse({ ...form, color_card: [{ ...first, ...changes }, ...rest] });
  };
  const { data } = parse({ name: ' Barn\tRed ', value: ' #A1B2C3' });
  expect(data && toDesignerColumns(data).color_card[0]).toEqual({
    ...{ kind: 'wallColor', color: 'Natural', name: 'Barn Red', value: '#a1b2c3' },
  });
  for (const [name, value] of [
    ['value', 'red'],
    ['value', '#abc'],
    ['name', 'x'.repeat(61)],
  ] as const) {
    const paths = parse({ [name]: value }).error?.issues.map(({ path }) => path);
    expect(paths).toEqual([['color_card', 0, name]]);
  }
});

test.each([
  ['max_width_ft', '17'],
  ['max_width_ft', '8.5'],
  ['ground_snow_kpa', '-1'],
  ['rain_kpa', 'much'],
  ['range_above_percent', '101'],
  ['snow_checked_on', 'yesterday'],
  ['trailer_deck_m', '4'],
])('designerForm rejects %s "%s"', (name, value) => {
  const result = designerForm.safeParse({ ...toDesignerForm(columns), [name]: value });
  expect(result.error?.issues.map(({ path }) => path)).toEqual([[name]]);
});
