import fc from 'fast-check';
import { expect, test } from 'vitest';
import { constrainDesign } from '#drawing/design/constrain-design.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { anyDesign } from '#tests/fixtures/random-designs.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { parseDesignLink, toListingDraft } from './listing-draft.ts';
import { emptyShed, shedForm, toShedForm } from './shed-listings.ts';

test('toListingDraft describes a design as a listing', () => {
  const design = createPresetDesign({ style: 'Gable', width: 10, length: 12, color: 'Red' });
  expect(toListingDraft({ ...design, extras: ['ramp', 'vents'] }, [])).toEqual({
    title: 'Red 10x12 Gable Shed',
    description:
      'A Gable shed, 10x12 ft (3.05\u00a0x\u00a03.66\u00a0m), on skids. ' +
      'Wood siding in red with white trim, under a shingle roof in charcoal. ' +
      'Doors and windows: double door 60 in (152\u00a0cm), 2 windows 24x36 in (61x91\u00a0cm) and window 36x36 in (91x91\u00a0cm). ' +
      'Included: ramp and vents.',
    material_type: 'Wood',
    color: 'Red',
    size: '10x12',
    shed_style: 'Gable',
    specifications: {
      standard_features: [
        'Wood siding, White trim',
        'Shingle roof, Charcoal',
        'Walls 7 ft (2.13\u00a0m) high',
        'Foundation: skids',
        'Double door 60 in (152\u00a0cm)',
        '2 windows 24x36 in (61x91\u00a0cm)',
        'Window 36x36 in (91x91\u00a0cm)',
        'Ramp',
        'Vents',
      ],
      optional_upgrades: [
        'Shelf',
        'Workbench',
        'Flower boxes',
        'Shutters',
        'Cupola',
        'Skylight',
        'Insulation',
        'Wiring',
      ],
    },
  });
});

test("toListingDraft names the suppliers' colours", () => {
  const design = createPresetDesign({ style: 'Gable', color: 'Navy Blue' });
  const name = 'Hale Navy';
  const card = (['wallColor', 'trimColor', 'metalColor'] as const).map((kind) => ({
    ...{ kind, color: kind === 'trimColor' ? ('White' as const) : ('Navy Blue' as const) },
    ...{ name, value: '' },
  }));
  const { title, description, color, specifications } = toListingDraft(design, [], card);
  expect([title, color]).toEqual(['Navy Blue 10x12 Gable Shed', 'Navy Blue']);
  expect(description).toContain('Wood siding in navy blue (Hale Navy) with white (Hale Navy) trim');
  expect(specifications.standard_features[0]).toBe('Wood siding, White (Hale Navy) trim');
});

test('toListingDraft offers no upgrades that are withdrawn', () => {
  const design = createPresetDesign({ style: 'Gable' });
  const withdrawn = ['extra.skylight', 'extra.ramp'];
  const { specifications } = toListingDraft({ ...design, extras: ['ramp'] }, withdrawn);
  expect(specifications.optional_upgrades).toContain('Cupola');
  expect(specifications.optional_upgrades).not.toContain('Skylight');
  expect(specifications.standard_features).toContain('Ramp');
});

test('toListingDraft names a porch, and uses the right article', () => {
  const porch = createPresetDesign({ style: 'Porch', width: 12, length: 20 });
  expect(toListingDraft(porch, []).specifications.standard_features).toContain(
    'Porch, 4 ft (1.22\u00a0m) deep',
  );
  const frame = createPresetDesign({ style: 'A-Frame' });
  const { description, specifications } = toListingDraft({ ...frame, foundation: 'slab' }, []);
  expect(description).toMatch(
    /^An A-Frame shed, 12x12 ft \(3\.66\u00a0x\u00a03\.66\u00a0m\), on a concrete slab\./,
  );
  expect(specifications.standard_features.join()).not.toContain('Walls');
});

test('toListingDraft of any design is accepted by the form of a listing', () => {
  fc.assert(
    fc.property(anyDesign, (any) => {
      const { design } = constrainDesign(any);
      const draft = toListingDraft(design, []);
      const listing = { price: null, is_featured: false, is_active: false, published_at: null };
      const form = toShedForm({ ...draft, ...listing });
      const { success } = shedForm.safeParse({ ...emptyShed, ...form });
      return success && !draft.description.includes('undefined');
    }),
    { numRuns: countRuns(200) },
  );
});

test.each([
  'https://example.com/design?style=gable&size=10x12',
  'http://localhost:3000/design?style=Gable&size=10x12#drawings',
  '/design?style=gable&size=10x12&season=winter',
  ' ?style=gable&size=10x12 ',
])('parseDesignLink reads %s', (link) => {
  expect(parseDesignLink(link)?.design).toEqual(createPresetDesign({ style: 'Gable' }));
});

test.each([
  '',
  'gable',
  'https://example.com/design',
  'https://example.com/sheds?style=gable',
  'javascript:/design?style=gable',
  '/design?size=10x12',
])('parseDesignLink rejects %j', (link) => {
  expect(parseDesignLink(link)).toBeUndefined();
});

test('parseDesignLink reports what could not be built', () => {
  expect(parseDesignLink('/design?style=a-frame&size=8x10')?.changes).not.toEqual([]);
});
