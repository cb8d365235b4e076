import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { STYLES } from '#drawing/design/shed-design.ts';
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
