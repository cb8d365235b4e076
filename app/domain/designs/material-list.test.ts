import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { constrainDesign } from '#drawing/design/constrain-design.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { validDesigns } from '#drawing/design/random-designs.ts';
import { EXTRAS, OPENINGS, STYLES } from '#drawing/design/shed-design.ts';
import { listIncludedOpenings } from '#drawing/design/style-features.ts';
import { frameShed, getMembers } from '#drawing/framing/frame-shed.ts';
import { FRAMING_NOTICE } from './design-labels.ts';
import { createMaterialList, cutsToCsv, materialsToCsv } from './material-list.ts';

const gable = {
  ...createPresetDesign({ style: 'Gable', width: 10, length: 12 }),
  openings: [
    { type: 'double-door-60', wall: 'front', position: 30 },
    { type: 'window-24x36', wall: 'left', position: 60 },
  ] as const,
};

describe('the material list of the worked example', () => {
  const list = createMaterialList(gable);
  const find = (item: string) => list.materials.find((row) => row.item.startsWith(item));
  const getFeet = (lumber: string) =>
    list.cuts
      .filter((row) => row.lumber === lumber)
      .reduce((sum, { boards, stockLength }) => sum + boards * stockLength, 0);

  test('buys no more lumber than the plan worked by hand', () => {
    expect(getFeet('2x4')).toBeLessThanOrEqual(632);
    expect(getFeet('2x6')).toBeLessThanOrEqual(154);
    expect(getFeet('4x4 treated')).toBe(48);
  });

  test('has the sheets, shingles and edges of the example', () => {
    expect(find('Subfloor')?.quantity).toBe(4);
    expect(find('Roof sheathing')?.quantity).toBe(6);
    expect(find('Siding')?.quantity).toBe(13);
    expect(find('Shingles')).toMatchObject({ quantity: 6, unit: 'bundle' });
    expect(find('Starter')).toMatchObject({ quantity: 26, unit: 'ft' });
    expect(find('Ridge cap')?.quantity).toBe(13);
    expect(find('Drip edge')?.quantity).toBe(6);
    expect(find('Double door')).toMatchObject({ quantity: 1, unit: 'door' });
    expect(find('Gravel')).toBeUndefined();
  });

  test('is valid CSV with a row for each line', () => {
    const parse = (csv: string) =>
      Papa.parse<Record<string, string>>(csv.slice(1), { header: true, skipEmptyLines: true });
    const materials = parse(materialsToCsv(list));
    expect(materials.errors).toEqual([]);
    expect(materials.data).toHaveLength(list.materials.length + 1);
    const cuts = parse(cutsToCsv(list));
    expect(cuts.errors).toEqual([]);
    const rafter = cuts.data.find((row) => row.For === 'rafter, fly rafter');
    expect(rafter).toMatchObject({ Lumber: '2x4', 'Length (in)': '70 11/16' });
  });

  test('says in its last lines that nothing is engineered, and why it needs an engineer', () => {
    for (const toCsv of [materialsToCsv, cutsToCsv]) {
      expect(toCsv(list).trimEnd().split('\r\n').at(-1)).toContain(FRAMING_NOTICE);
      const lines = toCsv(list, ['Needs an engineer: wide.']).trimEnd().split('\r\n');
      expect(lines.at(-1)).toContain('Needs an engineer: wide.');
    }
  });
});

test.each(STYLES)('the cut list of a %s has every member once', (style) => {
  const design = createPresetDesign({ style, width: 12, length: 20 });
  const { cuts } = createMaterialList(design);
  const pieces = cuts.reduce(
    (sum, { boards, pieces: each }) => sum + boards * each.reduce((n, { count }) => n + count, 0),
    0,
  );
  expect(pieces).toBe(getMembers(frameShed(design)).length);
  for (const { rest, pieces: each } of cuts) {
    expect(rest).toBeGreaterThanOrEqual(0);
    for (const { members } of each) expect(members).not.toBe('');
  }
});

test('doors and windows of a random design are its openings and what comes with its style', () => {
  fc.assert(
    fc.property(validDesigns, (design) => {
      const rows = createMaterialList(design).materials.filter(
        ({ group }) => group === 'Doors and windows',
      );
      for (const kind of ['door', 'window']) {
        const count = rows
          .filter(({ unit }) => unit === kind)
          .reduce((sum, { quantity }) => sum + quantity, 0);
        const chosen = design.openings.filter(({ type }) => OPENINGS[type].kind === kind);
        const included = listIncludedOpenings(design).filter((each) => each.kind === kind);
        expect(count).toBe(chosen.length + included.length);
      }
    }),
    { numRuns: 20 },
  );
});

test('a dormer brings three windows, which are in the list with their size', () => {
  const design = createPresetDesign({ style: 'Dormer', width: 12, length: 16 });
  const windows = createMaterialList(design).materials.filter(({ unit }) => unit === 'window');
  expect(windows.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(7);
  expect(windows).toContainEqual({
    group: 'Doors and windows',
    item: 'Dormer window',
    quantity: 3,
    unit: 'window',
    note: '32 x 11 3/8 in, included',
  });
});

test('a slab needs concrete and treated plates, and no floor', () => {
  const design = { ...gable, foundation: 'slab' as const };
  const { materials, cuts } = createMaterialList(design);
  const items = materials.map(({ item }) => item);
  expect(items).toContain('Concrete');
  expect(items.some((item) => item.startsWith('Subfloor'))).toBe(false);
  expect(cuts.some(({ lumber }) => lumber === '2x4 treated')).toBe(true);
});

test('a metal roof needs panels as long as its slope', () => {
  const { materials } = createMaterialList({ ...gable, roofing: 'metal' });
  expect(materials).toContainEqual({
    group: 'Roof',
    item: 'Metal roof panel, 36 in wide, 71 1/2 in long',
    quantity: 10,
    unit: 'panel',
    note: '',
  });
});

describe('the extras of a material list', () => {
  const list = (design: Parameters<typeof createMaterialList>[0]) =>
    createMaterialList(constrainDesign(design).design).materials.filter(
      ({ group }) => group === 'Extras',
    );

  // 10x12 with walls of 84 and studs of 3.5; the floor of 4x4 skids is 9.625 above the ground.
  test('have pieces, sizes, lengths and areas', () => {
    const design = {
      ...gable,
      openings: [
        ...gable.openings,
        { type: 'window-36x36', wall: 'right', position: 50 },
        { type: 'transom-48x12', wall: 'back', position: 36 },
      ] as const,
      extras: EXTRAS,
    };
    const rows = list(design).map(({ item, quantity, unit }) => `${quantity} ${unit}: ${item}`);
    expect(rows).toEqual([
      '1 piece: Ramp',
      // 144 less two walls of 5.5 (insulated).
      '11.1 ft: Shelf',
      '11.1 ft: Workbench',
      '1 box: Flower box, 24 in wide',
      '1 box: Flower box, 36 in wide',
      '1 pair: Pair of shutters, 8 x 41 in each',
      '1 pair: Pair of shutters, 12 x 41 in each',
      '1 piece: Cupola',
      '2 piece: Gable vent',
      '1 piece: Skylight',
      // 44 x 7 ft, two gables of 10 x 25 / 12 / 2 ft, less 30 + 6 + 9 + 4 sq ft of openings.
      '280 sq ft: Insulation, walls',
      // Twice 5 ft x 13 / 12 over 12 ft.
      '130 sq ft: Insulation, roof',
      '4 piece: Outlet',
      '1 piece: Light',
      '1 piece: Light switch',
      '92 ft: Cable',
    ]);
    const ramp = list(design).find(({ item }) => item === 'Ramp');
    expect(ramp?.note).toBe('60 in wide, 44 3/8 in long, rises 9 5/8 in');
  });

  test('count the loft in lumber and sheets alone', () => {
    const design = createPresetDesign({ style: 'Gambrel', width: 12, length: 20 });
    const { materials } = createMaterialList({ ...design, extras: ['loft'] });
    expect(materials.filter(({ group }) => group === 'Extras')).toEqual([]);
    expect(materials.some(({ item }) => item.startsWith('Loft floor'))).toBe(true);
  });
});
