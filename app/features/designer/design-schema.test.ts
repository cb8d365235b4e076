import fc from 'fast-check';
import { expect, test } from 'vitest';
import { constrainDesign } from '#drawing/design/constrain-design.ts';
import { formDesigns, hostileDesigns } from '#tests/fixtures/random-designs.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { shedDesignSchema } from './design-schema.ts';

test('the schema accepts what constrainDesign returns', () => {
  const property = fc.property(fc.oneof(formDesigns, hostileDesigns), (design) => {
    expect(shedDesignSchema.safeParse(constrainDesign(design).design).error).toBeUndefined();
  });
  fc.assert(property, { numRuns: countRuns(2000) });
});
