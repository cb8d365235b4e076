import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { BUILT_IN_CARD, type ShedDesign } from '#drawing/design/shed-design.ts';
import { validDesigns } from '#tests/fixtures/random-designs.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { applyDesignForm, getChoiceKey } from '../design-form.ts';
import { listPricedChoices } from '../design-prices.ts';
import { DEFAULT_VIEW } from '../design-view.ts';
import { offerDesign, parseOfferedDesign, type Withdrawn } from '../offer.ts';
import type { ChoicePrices } from '../price.ts';
import { ShownPricesContext } from './choice-price.tsx';
import { DesignFields } from './design-fields.tsx';
import { ColorCardContext } from './use-designer.ts';

function render(
  design: ShedDesign,
  withdrawn: Withdrawn,
  prices: ChoicePrices | null = null,
  view = DEFAULT_VIEW,
  card = BUILT_IN_CARD,
) {
  const designer = {
    ...{ design, view, search: '', notice: { messages: [] }, withdrawn },
    ...{ applyFields: () => true, applyOpenings: () => true },
  };
  return renderToStaticMarkup(
    <ColorCardContext value={card}>
      <ShownPricesContext value={{ prices, isCurrent: true }}>
        <DesignFields
          designer={designer}
          edited={undefined}
          onWall={() => undefined}
          onDrag={() => undefined}
        />
      </ShownPricesContext>
    </ColorCardContext>,
  );
}

/** Reads a form as a browser does without scripts: what it sends, and what else can be chosen. */
function readForm(html: string) {
  const form = new URLSearchParams();
  const choices: { name: string; value: string; isBox: boolean; isChosen: boolean }[] = [];
  let select = '';
  for (const [, tag, attributes = ''] of html.matchAll(/<(input|select|option)\b([^>]*)>/g)) {
    const read = (name: string) =>
      new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1]?.replaceAll('&amp;', '&') ?? '';
    if (tag === 'select') select = read('name');
    const name = tag === 'option' ? select : read('name');
    const isBox = read('type') === 'checkbox';
    const isChoice = tag === 'option' || isBox || read('type') === 'radio';
    const isChosen = / (?:checked|selected)=""/.test(attributes);
    if (isChoice) choices.push({ name, value: read('value'), isBox, isChosen });
    if (name && tag !== 'select' && (isChosen || !isChoice)) form.append(name, read('value'));
  }
  return { form, choices };
}

test('colours have the names of suppliers beside them, by the roofing', () => {
  const design = createPresetDesign({ style: 'Gable' });
  const card = [
    { kind: 'shingleColor', color: 'Red', name: 'Tile Red', value: '#8d4a3f' },
    { kind: 'metalColor', color: 'Red', name: 'Barn Red', value: '#a1b2c3' },
  ] as const;
  const shingles = render(design, [], null, DEFAULT_VIEW, card);
  expect(shingles).toContain('Red (Tile Red)');
  expect(shingles).not.toContain('Barn Red');
  expect(render({ ...design, roofing: 'metal' }, [], null, DEFAULT_VIEW, card)).toContain(
    'Red (Barn Red)',
  );
});

test('every length of the form is in the chosen units first', () => {
  const design = createPresetDesign({ style: 'Gable' });
  const html = render(design, [], null, { ...DEFAULT_VIEW, units: 'metric' });
  for (const text of [
    '1.22 x 1.83 m (4x6\u00a0ft)',
    'a loft needs 1.98 m (6\u00a0ft\u00a06\u00a0in) below it',
    'aria-label="Double door 152 cm (60\u00a0in) on the right wall"',
    'aria-valuetext="51 cm (1&#x27;-8&quot;) from the left corner"',
    '>1.52 m<',
  ]) {
    expect(html).toContain(text);
  }
  expect(render(design, [])).toContain('>5&#x27;-0&quot;<');
});

const priced = ['style', 'usual', 'porch', 'material', 'roofing', 'foundation', 'extras'];

test('a choice that is sent by the form leads to the design that its price is of', () => {
  const withdrawals = fc.constantFrom<Withdrawn>(
    [],
    ['extra.ramp', 'style.Dormer', 'roofing.metal'],
    ['metalColor.Charcoal', 'shingleColor.Green', 'shingleColor.Brown'],
  );
  const count = { shown: 0, refused: 0 };
  fc.assert(
    fc.property(validDesigns, withdrawals, (valid, withdrawn) => {
      const { design } = offerDesign(valid, withdrawn);
      const { form, choices } = readForm(render(design, withdrawn));
      const expected = listPricedChoices(design, DEFAULT_VIEW, withdrawn);
      for (const { name, value, isBox, isChosen } of choices) {
        if (!priced.includes(name) || (isChosen && !isBox)) continue;
        const key = getChoiceKey(name, value);
        const chosen = expected.get(key);
        count[chosen ? 'shown' : 'refused'] += 1;
        if (!chosen) continue;
        const sent = new URLSearchParams(form);
        if (!isBox) sent.set(name, value);
        else if (isChosen) sent.delete(name, value);
        else sent.append(name, value);
        const params = applyDesignForm(sent, withdrawn);
        expect([key, parseOfferedDesign(params, withdrawn, true).design]).toEqual([key, chosen]);
      }
    }),
    { numRuns: countRuns(60) },
  );
  expect(count.shown).toBeGreaterThan(5 * count.refused);
});

test('each choice has its price beside it, and none has without prices', () => {
  const design = createPresetDesign({ style: 'Gable' });
  const choices = listPricedChoices(design, DEFAULT_VIEW, []);
  const prices = Object.fromEntries([...choices.keys()].map((key, index) => [key, 1000 + index]));
  const html = render(design, [], prices);
  const openings = /^(?:front|back|left|opening \d+)=/;
  for (const [index, key] of [...choices.keys()].entries()) {
    // Of the openings only those of the shown wall; the extras of the preset have their part of the total.
    if (openings.test(key) || design.extras.some((extra) => key === `extras=${extra}`)) continue;
    expect([key, html.includes(`+ $${(1000 + index).toLocaleString('en-CA')}`)]).toEqual([
      key,
      true,
    ]);
  }
  expect(render(design, [])).not.toMatch(/\$|included<|same price/);
});
