import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { anyDesign } from '#tests/fixtures/random-designs.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { describeChange } from './describe-change.ts';
import { formatDesignParams, parseDesignParams } from './design-params.ts';
import { createMaterialList } from './material-list.ts';
import { parseStoredDesign } from './stored-design.ts';

describe('parseStoredDesign', () => {
  test('returns a design of the website as it is', () => {
    const design = createPresetDesign({ style: 'Gambrel', width: 12, length: 16 });
    expect(parseStoredDesign(design)).toEqual({ design, changes: [] });
  });

  test('fits a design that cannot be built, and reports what it changed', () => {
    const stored = { ...createPresetDesign({ style: 'A-Frame' }), width: 16 };
    const { design, changes } = parseStoredDesign(stored) ?? {};
    expect(design?.width).toBe(15);
    expect(changes?.map((change) => describeChange(change)).join()).toContain('Width: 15 ft');
  });

  test.each([[null], ['style=gable'], [{ ...createPresetDesign({ style: 'Gable' }), version: 2 }]])(
    'returns undefined for %j',
    (stored) => expect(parseStoredDesign(stored)).toBeUndefined(),
  );

  test('returns what documents can be made of, for any design that the database stores', () => {
    const property = fc.property(anyDesign, (stored) => {
      const design = parseStoredDesign(stored)?.design;
      if (!design) throw new Error('It was not read');
      const params = formatDesignParams(design);
      expect(formatDesignParams(parseDesignParams(params).design).toString()).toBe(`${params}`);
      expect(parseDesignParams(params)).toEqual({ design, changes: [] });
      expect(createMaterialList(design).cuts.length).toBeGreaterThan(0);
    });
    fc.assert(property, { numRuns: countRuns(40) });
  });
});
