import { expect, test } from 'vitest';
import { designerForm, toDesignerColumns, toDesignerForm } from './designer-form.ts';
import { defaultHints } from './fit-hints.ts';

const columns = {
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

test('designer settings come back from their form as they were', () => {
  const form = toDesignerForm(columns);
  expect(designerForm.safeParse(form).success).toBe(true);
  expect(toDesignerColumns(form)).toEqual(columns);
});

test('without a row no price is shown, and the hints are the defaults', () => {
  expect(toDesignerColumns(toDesignerForm(null))).toMatchObject({
    price_visibility: 'none',
    max_width_ft: null,
    hints: defaultHints,
    zoning: [],
  });
});

test.each([
  ['max_width_ft', '17'],
  ['max_width_ft', '8.5'],
  ['ground_snow_kpa', '-1'],
  ['rain_kpa', 'much'],
  ['range_above_percent', '101'],
  ['snow_checked_on', 'yesterday'],
  ['trailer_deck_m', '4'],
])('%s "%s" is rejected', (name, value) => {
  const result = designerForm.safeParse({ ...toDesignerForm(columns), [name]: value });
  expect(result.error?.issues.map(({ path }) => path)).toEqual([[name]]);
});
