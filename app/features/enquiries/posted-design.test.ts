import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDesignParams } from '#app/features/designer/design-params.ts';
import { shedDesignSchema } from '#app/features/designer/design-schema.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { parsePostedDesign } from './posted-design.ts';

const gambrel = createPresetDesign({ style: 'Gambrel', width: 12, length: 16 });
const params = formatDesignParams(gambrel).toString();

test('parsePostedDesign returns the design of canonical params, and the distance', () => {
  expect(parsePostedDesign({ design: params, delivery_km: '80' })).toEqual({
    design: gambrel,
    delivery_km: 80,
    price_basis: null,
  });
});

test.each(['7.itemised', '12.none', '3.range.5.15'])(
  'parsePostedDesign returns the basis %s of the price that was shown',
  (price_basis) => {
    expect(parsePostedDesign({ design: params, price_basis })).toMatchObject({ price_basis });
  },
);

test.each(['7', '0.none', '7.itemised.5.15', '7.range', '-1.none', '7.none\n', '1e9.none', '<b>'])(
  'parsePostedDesign ignores the basis %j',
  (price_basis) => {
    expect(parsePostedDesign({ design: params, price_basis })).toMatchObject({ price_basis: null });
  },
);

test.each<Record<string, string>>([
  {},
  { design: '' },
  { design: 'null' },
  { design: '{"style":"Gable"}' },
])('parsePostedDesign returns nothing for %o', (fields) => {
  expect(parsePostedDesign(fields)).toBeUndefined();
});

test.each(['', '-5', '1e3', '99999', 'near'])(
  'parsePostedDesign ignores a distance of "%s"',
  (delivery_km) => {
    expect(parsePostedDesign({ design: params, delivery_km })?.delivery_km).toBeNull();
  },
);

test('parsePostedDesign returns a valid design for random fields', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 6000 }), fc.string(), (text, km) => {
      const posted = parsePostedDesign({ design: `style=${text}&${text}`, delivery_km: km });
      expect(shedDesignSchema.safeParse(posted?.design).success).toBe(true);
    }),
  );
});
