import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { constrainDesign } from '#drawing/design/constrain-design.ts';
import { createDesignPanels } from '#drawing/design/design-panels.ts';
import { FRAMING_DEFAULTS } from '#drawing/design/lumber.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { EXTRAS, OPENINGS, type ShedDesign, STYLES } from '#drawing/design/shed-design.ts';
import { listIncludedOpenings } from '#drawing/design/style-features.ts';
import { frameShed, getMembers } from '#drawing/framing/frame-shed.ts';
import { validDesigns } from '#tests/fixtures/random-designs.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { FRAMING_NOTICE } from './design-labels.ts';
import { listExtraMaterials } from './extra-materials.ts';
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
    expect(find('Wood siding panel')?.quantity).toBe(13);
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
    expect(materials.data).toHaveLength(list.materials.length + 2);
    const cuts = parse(cutsToCsv(list));
    expect(cuts.errors).toEqual([]);
    const rafter = cuts.data.find((row) => row.For === 'rafter, fly rafter');
    expect(rafter).toMatchObject({
      ...{ Lumber: '2x4', 'Length (in)': '70 11/16', 'Length (mm)': '1795' },
    });
  });

  test('its cut list states that studs under the roof are measured at their middle', () => {
    expect(cutsToCsv(list)).toContain('Studs under the roof are measured at their middle');
    expect(materialsToCsv(list)).not.toContain('measured at their middle');
  });

  test('ends with the statement that nothing is engineered, and why it needs an engineer', () => {
    for (const toCsv of [materialsToCsv, cutsToCsv]) {
      expect(toCsv(list).trimEnd().split('\r\n').at(-1)).toContain(FRAMING_NOTICE);
      const lines = toCsv(list, ['Needs an engineer: wide.']).trimEnd().split('\r\n');
      expect(lines.at(-1)).toContain('Needs an engineer: wide.');
    }
  });
});

test('the lists are made and say the spacing as the shop frames', () => {
  const design = createPresetDesign({ style: 'Gable', width: 10, length: 12 });
  const shop = { ...FRAMING_DEFAULTS, studSpacing: 24, rafterSpacing: 24, stockLengths: [16] };
  const list = createMaterialList(design, shop);
  expect(list.cuts.every(({ stockLength }) => stockLength === 16)).toBe(true);
  expect(materialsToCsv(list)).toContain(
    'Studs 24 in (610 mm), joists 16 in (406 mm), rafters 24 in (610 mm) on centre.',
  );
  expect(cutsToCsv(createMaterialList(design))).toContain(
    'Studs, joists and rafters 16 in (406 mm) on centre.',
  );
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
    { numRuns: countRuns(40) },
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
    note: '32 x 11 3/8 in (813 x 288 mm), included',
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
    item: 'Metal roof panel, 36 in (914 mm) wide, 71 1/2 in (1816 mm) long',
    quantity: 10,
    unit: 'panel',
    note: 'roof Green',
  });
});

/*
 * Worked by hand. The gable: four walls of 528 in and 84 + 3.625 high, the floor being 9.625 above the ground
 * and siding 6 above it; two gables of 120 x 25 / 2 sq in; less a door of 60 x 72 and a window of 24 x 36:
 * 46266 + 3000 - 5184 = 44082 sq in, 306.1 sq ft, with 10% waste 3.37 squares. Metal of 36 in: 4 sheets for
 * each wall of 144 and of 120; in a gable the ends at 36, 60, 72 and 108 from the corner decide: 15, 25, 20, 5.
 */
describe('the siding of the worked example', () => {
  const list = (material: ShedDesign['material']) =>
    createMaterialList({ ...gable, material })
      .materials.filter(({ group }) => group === 'Siding')
      .map(({ quantity, unit, item, note }) => `${quantity} ${unit}: ${item} (${note})`);
  const sheathing =
    '13 sheet: Wall sheathing, 7/16, 4x8 ft (1.22\u00a0x\u00a02.44\u00a0m) (13 by layout, the rest is waste)';
  const colors = 'walls Natural, trim White';

  test.each(['Wood', 'Duratemp'] as const)('is 13 panels of %s', (material) => {
    expect(list(material)).toEqual([
      `13 sheet: ${material} siding panel, 4x8 ft (1.22\u00a0x\u00a02.44\u00a0m) (${colors})`,
    ]);
  });

  test('is sheets of metal as high as the walls and gables, on sheathing', () => {
    const panel = (count: number, length: string) =>
      `${count} panel: Metal siding panel, 36 in (914 mm) wide, ${length} long (${colors})`;
    expect(list('Metal')).toEqual([
      sheathing,
      panel(16, '87 5/8 in (2226 mm)'),
      panel(2, '25 in (635 mm)'),
      panel(2, '20 in (508 mm)'),
      panel(2, '15 in (381 mm)'),
      panel(2, '5 in (127 mm)'),
    ]);
  });

  test('is squares of vinyl on sheathing', () => {
    expect(list('Vinyl')).toEqual([
      sheathing,
      `4 square: Vinyl siding (307 sq ft (28.52\u00a0m²) without doors and windows and 10% waste; ${colors})`,
    ]);
  });
});

/*
 * Worked by hand. Walls 87.625 x 528 = 46266 sq in; gables 2 x 120 x 40 / 2 = 4800. The dormer is from 32 to
 * 112; roof heights above the plates are 1.873 + 2 / 3 of the distance, its own roof is at 34.415 over its
 * plate, whose top is 3.548 lower; 30.867 less 11.206 at 14 from the wall: a face of 80 x 19.66, and two
 * triangles of 46 x 19.66 / 2. Less a door of 60 x 72, two windows of 18 x 24 and two of 24 x 36.
 * Sheathing: 3 + 3 + 5 panels for the walls, 2 for the dormer, 3 for the gables (heights 32, 40 and 16, twice).
 */
test('a dormer in vinyl needs vinyl for its face and cheeks as well', () => {
  const design = createPresetDesign({ style: 'Dormer', material: 'Vinyl' });
  expect(frameShed(design).sidingArea).toBeCloseTo(
    (46266 + 4800 + 80 * 19.66 + 46 * 19.66 - 4320 - 864 - 1728) / 144,
    2,
  );
  const siding = createMaterialList(design).materials.filter(({ group }) => group === 'Siding');
  expect(siding.map(({ item, quantity }) => [item, quantity])).toEqual([
    ['Wall sheathing, 7/16, 4x8 ft (1.22\u00a0x\u00a02.44\u00a0m)', 16],
    ['Vinyl siding', 4],
  ]);
});

/*
 * 12x20 Porch with a single door of 36: posts 3.6 from the corners, an entry of 52.8 in the middle of 144: railings of
 * 72 - 26.4 - 3.6 = 42 on both sides of it, and 48 - 1.2 - 7.2 = 39.6 at both ends: 163.2 in, 13.6 ft.
 */
describe('what is built on to a shed is in the list', () => {
  const list = (design: ShedDesign) =>
    createMaterialList(constrainDesign(design).design)
      .materials.filter(({ group }) => group === 'Built on')
      .map(({ quantity, unit, item, note }) => `${quantity} ${unit}: ${item} (${note})`);

  test('the railings, newels, braces and step of a porch', () => {
    const preset = createPresetDesign({ style: 'Porch', width: 12, length: 20 });
    const openings = [{ type: 'single-door-36', wall: 'front', position: 54 }] as const;
    expect(list({ ...preset, openings, porchDepth: 4 })).toEqual([
      '13.6 ft: Porch railing (36 in (914 mm) high, with balusters; 4.15 m)',
      '2 piece: Newel (37 in (940 mm) high, beside the entry)',
      '2 piece: Porch brace (21 in (533 mm) long, at the corner posts)',
      '1 piece: Step (43 3/16 x 13 3/16 in (1097 x 335 mm))',
    ]);
  });

  test('the awning of a farmhouse and the hood of a barn', () => {
    expect(list(createPresetDesign({ style: 'Modern Farmhouse' })).join()).toContain('Door awning');
    expect(list(createPresetDesign({ style: 'Dutch Barn' })).join()).toContain('Hay hood');
  });

  test('two steps to a shed on posts, none to one on skids', () => {
    const onPosts = list({ ...gable, foundation: 'posts', extras: [] });
    expect(onPosts).toEqual(['2 piece: Step (60 x 13 3/16 in (1524 x 335 mm))']);
    expect(list({ ...gable, extras: [] })).toEqual([]);
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
      '1 box: Flower box, 24 in (610 mm) wide',
      '1 box: Flower box, 36 in (914 mm) wide',
      '1 pair: Pair of shutters, 8 x 41 in (203 x 1041 mm) each',
      '1 pair: Pair of shutters, 12 x 41 in (305 x 1041 mm) each',
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
    expect(ramp?.note).toBe(
      '60 in (1524 mm) wide, 44 3/8 in (1127 mm) long, rises 9 5/8 in (244 mm)',
    );
    const skylight = list(design).find(({ item }) => item === 'Skylight');
    expect(skylight?.note).toBe(
      '26 x 30 in (660 x 762 mm), rough opening 27 1/2 x 31 1/2 in (699 x 800 mm)',
    );
  });

  test('have as many vents as an image shows', () => {
    const count = (
      style: ShedDesign['style'],
      width: number,
      porchDepth: number,
      openings = createPresetDesign({ style, width }).openings,
    ) => {
      const choice = { ...createPresetDesign({ style, width }), porchDepth, openings };
      const { design } = constrainDesign({ ...choice, extras: ['vents'] });
      const areas = createDesignPanels(design).flatMap(({ marks }) =>
        marks.filter((mark) => mark.type === 'area').map(({ points }) => points),
      );
      const isVent = (points: (typeof areas)[number]) => {
        const [us, vs] = [points.map(([u]) => u), points.map(([, v]) => v)];
        const [w, h] = [us, vs].map((all) => Math.max(...all) - Math.min(...all)) as [
          number,
          number,
        ];
        return Math.abs(w - 1.2) < 1e-6 && Math.abs(h - 1) < 1e-6;
      };
      const billed = listExtraMaterials(design).find(({ item }) => item === 'Gable vent');
      return [areas.filter(isVent).length, billed?.quantity ?? 0, billed?.note];
    };
    const both = '14 x 12 in (356 x 305 mm), front gable and back gable';
    expect(count('Gable', 8, 0)).toEqual([0, 0, undefined]);
    expect(count('Gable', 10, 0)).toEqual([2, 2, both]);
    expect(count('Gable', 10, 0, [])).toEqual([2, 2, both]);
    expect(count('Porch', 10, 4)).toEqual([2, 2, both]);
    expect(count('Dutch Barn', 12, 0)).toEqual([1, 1, '14 x 12 in (356 x 305 mm), back gable']);
    for (const style of STYLES) {
      for (const width of [6, 7, 8, 9, 10, 12, 13, 16]) {
        for (const porchDepth of [0, 4]) {
          const [drawn, billed] = count(style, width, porchDepth);
          expect([style, width, porchDepth, billed]).toEqual([style, width, porchDepth, drawn]);
        }
      }
    }
  });

  test('count the loft in lumber and sheets alone', () => {
    const design = createPresetDesign({ style: 'Gambrel', width: 12, length: 20 });
    const { materials } = createMaterialList({ ...design, extras: ['loft'] });
    expect(materials.filter(({ group }) => group === 'Extras')).toEqual([]);
    expect(materials.some(({ item }) => item.startsWith('Loft floor'))).toBe(true);
  });
});
