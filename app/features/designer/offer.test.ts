import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { constrainDesign } from '#drawing/design/constrain-design.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { validDesigns } from '#tests/fixtures/random-designs.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { describeChange } from './describe-change.ts';
import { applyDesignForm } from './design-form.ts';
import { formatDesignParams } from './design-params.ts';
import {
  formatOfferedParams,
  listWithdrawn,
  OPTION_KINDS,
  OPTIONS,
  offerDesign,
  parseOfferedDesign,
} from './offer.ts';

/** Any choice that leaves an option of each kind. */
const offers = fc
  .tuple(...OPTION_KINDS.map((kind) => fc.subarray([...OPTIONS[kind]], { minLength: 1 })))
  .map((offered) =>
    OPTION_KINDS.flatMap((kind, i) =>
      OPTIONS[kind]
        .filter((option) => !(offered[i] as string[]).includes(option))
        .map((option) => `${kind}.${option}`),
    ),
  );

const parse = (query: string, withdrawn: string[], isChosen?: boolean) =>
  parseOfferedDesign(new URLSearchParams(query), withdrawn, isChosen);

describe('offerDesign', () => {
  test('returns a valid design without withdrawn options, which it returns unchanged', () => {
    const property = fc.property(validDesigns, offers, (design, withdrawn) => {
      const offered = offerDesign(design, withdrawn);
      expect(listWithdrawn(offered.design, withdrawn)).toEqual([]);
      expect(constrainDesign(offered.design)).toEqual({ design: offered.design, changes: [] });
      expect(offerDesign(offered.design, withdrawn).design).toBe(offered.design);
      expect(offered.changes.length > 0).toBe(listWithdrawn(design, withdrawn).length > 0);
    });
    fc.assert(property, { numRuns: countRuns(300) });
  });

  test('returns the same design if all of it is offered', () => {
    const design = createPresetDesign({ style: 'Gable' });
    expect(offerDesign(design, ['style.Gambrel', 'extra.cupola'])).toEqual({ design, changes: [] });
    expect(offerDesign(design, ['style.Gambrel']).design).toBe(design);
  });

  test('replaces a style with the most similar one, with what is usual for it', () => {
    const design = createPresetDesign({ style: 'Gambrel', width: 12, length: 16 });
    expect(offerDesign(design, ['style.Gambrel']).design).toEqual(
      createPresetDesign({ style: 'Dutch Barn', width: 12, length: 16 }),
    );
  });

  test('looks for a roof colour among those of the roofing, also of one in place of another', () => {
    const design = { ...createPresetDesign({ style: 'Gable' }), roofColor: 'Red' } as const;
    const metal = { ...design, roofing: 'metal' } as const;
    const withdrawn = OPTIONS.metalColor
      .filter((color) => color !== 'Charcoal')
      .map((color) => `metalColor.${color}`);
    const charcoal = { ...metal, roofColor: 'Charcoal' };
    expect(offerDesign(design, withdrawn)).toEqual({ design, changes: [] });
    expect(listWithdrawn(design, withdrawn)).toEqual([]);
    expect(listWithdrawn(metal, withdrawn)).toEqual(['metalColor.Red']);
    expect(offerDesign(metal, withdrawn)).toEqual({
      design: charcoal,
      changes: [{ type: 'not offered', kind: 'metalColor', from: 'Red', to: 'Charcoal' }],
    });
    expect(offerDesign(design, [...withdrawn, 'roofing.shingles']).design).toEqual(charcoal);
  });

  test('replaces a door in its place, and removes windows if none are offered', () => {
    const design = createPresetDesign({ style: 'Gable' });
    const withdrawn = ['door.double-door-60', ...OPTIONS.window.map((type) => `window.${type}`)];
    const { openings } = offerDesign(design, withdrawn).design;
    expect(openings).toEqual([{ type: 'double-door-72', wall: 'right', position: 14 }]);
  });
});

describe('parseOfferedDesign', () => {
  test('reports what a link has that is not offered', () => {
    const withdrawn = ['style.Gambrel', 'metalColor.Red', 'extra.cupola', 'material.Metal'];
    const query = 'style=gambrel&size=10x12&roof=red&extras=ramp_cupola&material=metal';
    const { design, changes } = parse(query, withdrawn);
    expect(design).toMatchObject({ style: 'Dutch Barn', material: 'Vinyl', extras: ['ramp'] });
    expect(changes.map((change) => describeChange(change))).toEqual([
      'Gambrel isn’t offered right now, so we show Dutch Barn instead.',
      'Cupola isn’t offered right now, so it was removed.',
      'Metal siding isn’t offered right now, so we show Vinyl siding instead.',
      'Metal roof colour Red isn’t offered right now, so we show Metal roof colour Brown instead.',
    ]);
    const card = [{ kind: 'metalColor', color: 'Brown', name: 'Bark', value: '' } as const];
    expect(changes.map((change) => describeChange(change, 'imperial', card))).toContain(
      'Metal roof colour Red isn’t offered right now, so we show Metal roof colour Brown (Bark) instead.',
    );
  });

  test('names a window that is not offered with its size, in the chosen units first', () => {
    const query = 'style=gable&size=10x12&front=window-18x24.9&back=double-door-60.30';
    const [change] = parse(query, ['window.window-18x24']).changes;
    expect(change && describeChange(change, 'metric')).toMatch(
      /^Window 46x61 cm \(18x24\u00a0in\) isn’t offered right now, so we show Window /,
    );
  });

  test('reports replaced parts of a complete design, and none of a preset that was not requested', () => {
    const withdrawn = ['door.double-door-60'];
    expect(parse('style=gable&size=10x12', withdrawn).changes[0]).toMatchObject({
      type: 'not offered',
      to: 'double-door-72',
    });
    expect(parse('', withdrawn).changes).toEqual([]);
    expect(parse('style=gable', withdrawn).changes).toEqual([]);
    expect(parse('style=gable&size=10x12', withdrawn, true).changes).toEqual([]);
    expect(parse('style=gambrel&size=10x12', ['style.Gambrel'], true).changes).toEqual([]);
  });

  test('returns a design unchanged if its query has the parameter for it', () => {
    const design = createPresetDesign({ style: 'Gambrel' });
    const query = `${formatDesignParams(design)}&withdrawn=yes`;
    expect(parse(query, ['style.Gambrel'])).toEqual({ design, changes: [] });
  });

  test('parses the canonical query of an offered design without changes', () => {
    const property = fc.property(validDesigns, offers, (design, withdrawn) => {
      const offered = offerDesign(design, withdrawn).design;
      const read = parse(`${formatDesignParams(offered)}`, withdrawn);
      expect(`${formatDesignParams(read.design)}`).toBe(`${formatDesignParams(offered)}`);
      expect(read.changes).toEqual([]);
      const again = parse(`${formatOfferedParams(offered, withdrawn)}`, withdrawn, true);
      expect(`${formatDesignParams(again.design)}`).toBe(`${formatDesignParams(offered)}`);
      expect(again.changes).toEqual([]);
    });
    fc.assert(property, { numRuns: countRuns(300) });
  });
});

describe('applyDesignForm with another roofing', () => {
  const choose = (from: string, withdrawn: string[], roofing = 'metal') => {
    const params = applyDesignForm(new URLSearchParams({ from, roofing }), withdrawn);
    return parseOfferedDesign(params, withdrawn, true);
  };

  test('keeps the colour that is shown, if the roofing has it', () => {
    const withdrawn = ['shingleColor.Green'];
    const shown = parse('style=gable&size=10x12', withdrawn).design;
    expect(shown).toMatchObject({ roofing: 'shingles', roofColor: 'Charcoal' });
    const { design, changes } = choose(`${formatDesignParams(shown)}`, withdrawn);
    expect(design).toEqual({ ...shown, roofing: 'metal' });
    expect(changes).toEqual([]);
  });

  test('says which colour it has instead of one that the roofing lacks', () => {
    const { design, changes } = choose('style=gable&size=10x12&roof=red', ['metalColor.Red']);
    expect(design.roofColor).toBe('Brown');
    expect(changes.map((change) => describeChange(change))).toEqual([
      'Metal roof colour Red isn’t offered right now, so we show Metal roof colour Brown instead.',
    ]);
  });
});

test('applyDesignForm gives another size what is usual for it, as far as it is offered', () => {
  const withdrawn = ['door.double-door-60', 'roofing.shingles'];
  const usual = (length: number) =>
    offerDesign(createPresetDesign({ style: 'Gambrel', width: 10, length }), withdrawn).design;
  const form = new URLSearchParams({
    from: `${formatDesignParams(usual(12))}`,
    length: '16',
  });
  const { design } = parseOfferedDesign(applyDesignForm(form, withdrawn), withdrawn, true);
  expect(design).toEqual(usual(16));
});
