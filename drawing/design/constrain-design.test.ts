import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frameShed } from '#drawing/framing/frame-shed.ts';
import { formDesigns, hostileDesigns } from '#tests/fixtures/random-designs.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { constrainDesign, getSizeLimits } from './constrain-design.ts';
import { getDesignRoughOpening, getPorchPosts, getWallLength } from './design-geometry.ts';
import { createPresetDesign } from './preset-design.ts';
import { type DesignOpening, OPENINGS, type ShedDesign, STYLES } from './shed-design.ts';

const RUNS = { numRuns: countRuns(10_000) };
const preset = (choice: Partial<ShedDesign> & Pick<ShedDesign, 'style'>): ShedDesign => ({
  ...createPresetDesign({ style: choice.style }),
  ...choice,
});
const withOpenings = (openings: DesignOpening[], more: Partial<ShedDesign> = {}) =>
  preset({ style: 'Gable', openings, extras: [], ...more });

function expectBuildable(design: ShedDesign) {
  const { style, wallHeight, openings, extras, porchDepth } = design;
  const spans = openings.map((opening) => {
    const rough = getDesignRoughOpening(design, opening);
    const length = getWallLength(design, opening.wall);
    expect(rough.left).toBeGreaterThanOrEqual(6);
    expect(length - rough.right).toBeGreaterThanOrEqual(6);
    expect(rough.bottom).toBeGreaterThanOrEqual(0);
    if (style === 'A-Frame') {
      expect(['front', 'back']).toContain(opening.wall);
      // The upper corners of the header are under rafters that rise from the floor at 60 degrees.
      const reach = (Math.min(rough.left, length - rough.right) - 1.5) * Math.sqrt(3);
      expect(reach - 3.5 * 2).toBeGreaterThanOrEqual(rough.top + 5.5 - 1e-6);
    } else {
      expect(rough.top + 5.5 + 3).toBeLessThanOrEqual(wallHeight);
    }
    return { wall: opening.wall, ...rough };
  });
  if (porchDepth > 0) {
    for (const post of getPorchPosts(design).slice(1, -1)) {
      spans.push({ wall: 'front', left: post - 1.75, right: post + 1.75, bottom: 0, top: 0 });
    }
  }
  for (const [index, a] of spans.entries()) {
    for (const b of spans.slice(index + 1).filter(({ wall }) => wall === a.wall)) {
      expect(Math.max(a.left, b.left) - Math.min(a.right, b.right)).toBeGreaterThanOrEqual(6);
    }
  }
  const kinds = openings.map(({ type }) => OPENINGS[type].kind as string);
  if (extras.includes('ramp')) expect(kinds).toContain('door');
  if (extras.includes('shutters') || extras.includes('flowerBoxes')) {
    expect(kinds).toContain('window');
  }
  if (style === 'Porch') expect(porchDepth).toBeGreaterThanOrEqual(3);
  expect(design.length - porchDepth).toBeGreaterThanOrEqual(6);
}

/** From the floor of the loft to the lowest point of the frame at the ridge, in inches. */
function measureLoftHeadroom(design: ShedDesign): number {
  const { loft, roof } = frameShed(design);
  const joists = loft.flatMap(({ prism }) => prism.outline.map(([, y]) => y));
  const middle = 6 * design.width;
  const atRidge = roof
    .filter(({ name }) => name === 'ridge' || /^(upper )?rafter$/.test(name))
    .flatMap(({ prism }) => prism.outline)
    .filter(([x]) => Math.abs(x - middle) < 1)
    .map(([, y]) => y);
  return Math.min(...atRidge) - Math.max(...joists) - 5 / 8;
}

describe('constrainDesign', () => {
  test('makes any design buildable', () => {
    const property = fc.property(formDesigns, (design) => {
      expectBuildable(constrainDesign(design).design);
    });
    fc.assert(property, RUNS);
  });

  test('makes a design of hostile numbers buildable', () => {
    const property = fc.property(hostileDesigns, (design) => {
      expectBuildable(constrainDesign(design).design);
    });
    fc.assert(property, { numRuns: countRuns(2000) });
  });

  test('returns its own result unchanged', () => {
    const property = fc.property(fc.oneof(formDesigns, hostileDesigns), (design) => {
      const first = constrainDesign(design).design;
      expect(constrainDesign(first)).toEqual({ design: first, changes: [] });
    });
    fc.assert(property, RUNS);
  });

  test('reports a change for each design that it changes', () => {
    const property = fc.property(formDesigns, (requested) => {
      const { design, changes } = constrainDesign(requested);
      const withoutExtras = { ...design, extras: [] };
      if (changes.length === 0) expect(withoutExtras).toEqual({ ...requested, extras: [] });
      const removed = changes.filter(({ type }) => type === 'opening removed').length;
      expect(design.openings).toHaveLength(requested.openings.length - removed);
    });
    fc.assert(property, { numRuns: countRuns(2000) });
  });

  test('moves a window to the nearest free position beside a door', () => {
    const { design, changes } = constrainDesign(
      withOpenings(
        [
          { type: 'window-24x36', wall: 'front', position: 80 },
          { type: 'double-door-60', wall: 'front', position: 20 },
        ],
        { width: 12 },
      ),
    );
    expect(design.openings[1]).toMatchObject({ position: 20 });
    // The rough opening of the door ends at 80.5; 7.5 inches and the window's clearance of 1/4 follow.
    expect(design.openings[0]).toMatchObject({ position: 89 });
    expect(changes).toEqual([
      {
        type: 'opening moved',
        opening: 'window-24x36',
        wall: 'front',
        toWall: 'front',
        from: 80,
        to: 89,
        reason: 'room',
      },
    ]);
  });

  test('moves the neighbours of a window for which there is no room between them', () => {
    const openings: DesignOpening[] = [
      { type: 'double-door-72', wall: 'right', position: 34 },
      { type: 'window-36x36', wall: 'right', position: 112 },
      { type: 'window-36x36', wall: 'right', position: 150 },
    ];
    const shed = withOpenings(openings, { width: 16, length: 24, porchDepth: 8, wallHeight: 120 });
    const { design, changes } = constrainDesign(shed);
    expect(changes.map(({ type }) => type)).not.toContain('opening removed');
    expect(design.openings).toHaveLength(3);
    expectBuildable(design);
    expect(changes.length).toBeGreaterThan(0);
  });

  test('removes a door from a wall that is too short for it', () => {
    const openings: DesignOpening[] = [{ type: 'roll-up-door-84', wall: 'front', position: 0 }];
    const { design, changes } = constrainDesign(withOpenings(openings, { width: 8 }));
    expect(design.openings).toEqual([]);
    expect(changes).toEqual([
      { type: 'opening removed', opening: 'roll-up-door-84', wall: 'front', reason: 'size' },
    ]);
  });

  test('raises walls that are too low for the door and its header', () => {
    const openings: DesignOpening[] = [{ type: 'single-door-36', wall: 'front', position: 40 }];
    const { design } = constrainDesign(withOpenings(openings, { wallHeight: 72 }));
    expect(design.wallHeight).toBe(84);
    const rollUp: DesignOpening[] = [{ type: 'roll-up-door-84', wall: 'right', position: 30 }];
    expect(constrainDesign(withOpenings(rollUp)).design.wallHeight).toBe(90);
  });

  test('moves doors from the sides of an A-frame to its ends', () => {
    const openings: DesignOpening[] = [{ type: 'single-door-36', wall: 'right', position: 50 }];
    const { design, changes } = constrainDesign(preset({ style: 'A-Frame', openings }));
    expect(design.openings).toMatchObject([{ wall: 'front' }]);
    expect(changes).toMatchObject([{ type: 'opening moved', reason: 'no side walls' }]);
  });

  test('limits the width of an A-frame to rafters of 16 ft', () => {
    const { design, changes } = constrainDesign(preset({ style: 'A-Frame', width: 16 }));
    expect(design.width).toBe(15);
    expect(changes[0]).toMatchObject({ measure: 'width', from: 16, reason: 'rafter length' });
  });

  test('removes a loft without headroom, a ramp without a door, shutters without a window', () => {
    const extras = ['ramp', 'loft', 'shutters'] as const;
    const { design, changes } = constrainDesign(withOpenings([], { extras }));
    expect(design.extras).toEqual([]);
    expect(changes.map((change) => 'reason' in change && change.reason)).toEqual([
      'no door',
      'headroom',
      'no window',
    ]);
    const gambrel = preset({ style: 'Gambrel', width: 12, length: 20, extras: ['loft'] });
    expect(constrainDesign(gambrel).design.extras).toEqual(['loft']);
  });

  // Under the ridge board 12 x width x pitch / 2 + heel - 0.75 x pitch - 5.5, under trusses 7 or 3.8 less than
  // the slope; less 6.125 of loft floor, and 78 in an A-frame. A gable would have to be 19 ft wide.
  test.each([
    ['A-Frame', 13],
    ['Dormer', 12],
    ['Porch', 14],
    ['Modern Farmhouse', 10],
    ['Gambrel', 8],
    ['Dutch Barn', 8],
    ['Gable', 19],
  ] as const)('gives a %s a loft with 36 in of headroom from %i ft of width', (style, min) => {
    const { width: limits } = getSizeLimits(style);
    for (let width = limits.min; width <= limits.max; width += 1) {
      const requested = preset({ style, width, length: 16, extras: ['loft'] });
      const { design } = constrainDesign(requested);
      expect([width, design.extras]).toEqual([width, width < min ? [] : ['loft']]);
      if (width >= min) expect(measureLoftHeadroom(design)).toBeGreaterThanOrEqual(36);
    }
  });

  test('removes vents without room in the gables, and leaves them where an image shows one', () => {
    const requested = preset({ style: 'Gable', width: 8, extras: ['vents'] });
    expect(constrainDesign(requested)).toMatchObject({
      design: { extras: [] },
      changes: [{ type: 'extra removed', extra: 'vents', reason: 'no room in the gables' }],
    });
    const wide = preset({ style: 'Gable', width: 10, extras: ['vents'] });
    expect(constrainDesign(wide)).toMatchObject({ design: { extras: ['vents'] }, changes: [] });
  });

  test('removes shutters without room beside a window, flower boxes without a window but transoms', () => {
    const extras = ['flowerBoxes', 'shutters'] as const;
    const remove = (openings: DesignOpening[]) => {
      const { design, changes } = constrainDesign(withOpenings(openings, { extras }));
      return [design.extras, changes.map((change) => 'reason' in change && change.reason)];
    };
    const beside: DesignOpening[] = [
      { type: 'double-door-60', wall: 'front', position: 12 },
      { type: 'window-24x36', wall: 'front', position: 82 },
    ];
    expect(remove(beside)).toEqual([['flowerBoxes'], ['no room beside a window']]);
    const transom: DesignOpening[] = [{ type: 'transom-48x12', wall: 'left', position: 40 }];
    expect(remove(transom)).toEqual([[], ['no window', 'no window']]);
    const free: DesignOpening[] = [{ type: 'window-24x36', wall: 'left', position: 60 }];
    expect(remove([...beside, ...free])).toEqual([extras, []]);
  });

  test('gives a porch room, or removes it', () => {
    const getPorch = (choice: Parameters<typeof preset>[0]) => {
      const { length, porchDepth } = constrainDesign(preset(choice)).design;
      return [length, porchDepth];
    };
    expect(getPorch({ style: 'Gable', length: 8, porchDepth: 4 })).toEqual([8, 0]);
    expect(getPorch({ style: 'Gable', length: 10, porchDepth: 8 })).toEqual([10, 4]);
    expect(getPorch({ style: 'Porch', length: 6, porchDepth: 0 })).toEqual([9, 3]);
  });
});

test.each(STYLES)('the preset of a %s of any size is buildable and has a door', (style) => {
  const limits = getSizeLimits(style);
  for (let { min: width } = limits.width; width <= limits.width.max; width++) {
    for (let { min: length } = limits.length; length <= limits.length.max; length++) {
      const design = createPresetDesign({ style, width, length });
      expectBuildable(design);
      expect(constrainDesign(design)).toEqual({ design, changes: [] });
      const kinds = design.openings.map(({ type }) => OPENINGS[type].kind);
      expect(kinds, `${width}x${length}`).toContain('door');
      expect(design).toMatchObject({ width, length });
    }
  }
});
