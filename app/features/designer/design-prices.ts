import type { Client } from '#app/lib/client.ts';
import type { Json } from '#app/lib/database.types.ts';
import { hasSideWalls, sortOpenings } from '#drawing/design/design-geometry.ts';
import { LIMITS, type ShedDesign, WALLS, type Wall } from '#drawing/design/shed-design.ts';
import { getTrimmedWindows } from '#drawing/design/window-trim.ts';
import {
  addOpening,
  applyDesignForm,
  chooseDesign,
  chooseOpeningType,
  type DesignField,
  designFormFields,
  type FieldGroup,
  fillDesignForm,
  getChoiceKey,
  getOpeningField,
  getUsualSizes,
  listPorchDepths,
  toFormValues,
  toOpeningParams,
  toUsualSize,
} from './design-form.ts';
import type { DesignView } from './design-view.ts';
import { listOffered, type Withdrawn } from './offer.ts';
import type { ChoicePrices, PricedDesign } from './price.ts';
import { pricedChoicesSchema, pricedDesignSchema } from './price-schema.ts';

/**
 * Reads the price of a design as a visitor sees it; null without a published price list.
 * @param deliveryKm one of `PricedDesign.deliveryKm`, or any distance; by default the nearest
 */
export async function readDesignPrice(
  client: Client,
  design: ShedDesign,
  deliveryKm?: number,
): Promise<PricedDesign | null> {
  const { data } = await client
    .rpc('price_design', {
      design: design as unknown as Json,
      ...(deliveryKm === undefined ? {} : { delivery_km: deliveryKm }),
    })
    .throwOnError();
  return data === null ? null : pricedDesignSchema.parse(data);
}

/** As in the database, which prices no more in one call, so that no call keeps others waiting for long. */
const maxChoicesPerCall = 34;

/**
 * Reads what each choice would add to the total of a design, in whole dollars as totals are shown.
 * @returns by `getChoiceKey`, null for a choice without a price; null unless the design has an itemised price
 */
export async function readChoicePrices(
  client: Client,
  design: ShedDesign,
  view: DesignView,
  withdrawn: Withdrawn,
): Promise<ChoicePrices | null> {
  const choices = [...listPricedChoices(design, view, withdrawn)];
  const facts = choices.map(([, chosen]) => getPricedFacts(chosen));
  const distinct = [...new Set(facts)];
  const changes = distinct.map((fact) => {
    const [, chosen = design] = choices[facts.indexOf(fact)] ?? [];
    return getChanges(design, chosen) as Json;
  });
  const calls = [];
  for (let from = 0; from < Math.max(1, changes.length); from += maxChoicesPerCall) {
    const asked = changes.slice(from, from + maxChoicesPerCall);
    calls.push(priceChoices(client, design, asked, view.deliveryKm));
  }
  const answers = await Promise.all(calls);
  const [first] = answers;
  if (!first || answers.includes(null)) return null;
  const differences = answers.flatMap((answer) => answer?.choices ?? []);
  return Object.fromEntries([
    ...choices.map(([key], index) => [
      key,
      differences[distinct.indexOf(facts[index] ?? '')] ?? null,
    ]),
    ...first.delivery.map(({ upToKm, difference }) => [
      getChoiceKey('delivery', `${upToKm}`),
      difference,
    ]),
    ...first.delivery
      .slice(-1)
      .map(({ upToKm }) => [getChoiceKey('delivery', `${upToKm + 1}`), null]),
  ]);
}

/** Prices changes of a design; null unless the design has an itemised price. */
async function priceChoices(
  client: Client,
  design: ShedDesign,
  choices: Json[],
  deliveryKm: number | undefined,
) {
  const { data } = await client
    .rpc('price_choices', {
      design: design as unknown as Json,
      choices,
      ...(deliveryKm === undefined ? {} : { delivery_km: deliveryKm }),
    })
    .throwOnError();
  const priced = pricedChoicesSchema.parse(data);
  if (!priced || priced.total === null) return null;
  const { total } = priced;
  const getDifference = (cents: number | null) =>
    cents === null ? null : toDollars(cents) - toDollars(total);
  return {
    choices: priced.choices.map(getDifference),
    delivery: priced.delivery.map(({ upToKm, total: cents }) => ({
      upToKm,
      difference: getDifference(cents),
    })),
  };
}

/**
 * The designs that the choices of a design lead to, as the form applies them: other values of its fields,
 * each extra added or removed, each door and window added to each wall, each opening of another type. What the
 * page refuses is left out.
 * @returns by `getChoiceKey`, at most 100, and eight for each opening
 */
export function listPricedChoices(
  design: ShedDesign,
  view: DesignView,
  withdrawn: Withdrawn,
): Map<string, ShedDesign> {
  const choices = new Map<string, ShedDesign>();
  const form = fillDesignForm(design, view);
  const add = (field: string, value: string, chosen: ReturnType<typeof chooseDesign>) => {
    if (chosen.refusals.length === 0) choices.set(getChoiceKey(field, value), chosen.design);
  };
  const addField = (
    group: FieldGroup,
    field: DesignField | typeof designFormFields.usualSize,
    present: string,
    values: readonly string[],
  ) => {
    for (const value of values.filter((each) => each !== present)) {
      const changed = new URLSearchParams(form);
      changed.set(field, value);
      add(field, value, chooseDesign(applyDesignForm(changed, withdrawn), withdrawn, group, field));
    }
  };
  const list = (kind: 'style' | 'material' | 'roofing' | 'foundation') =>
    listOffered(withdrawn, kind, [design[kind]]);
  const { porch } = toFormValues(design);
  const { usualSize } = designFormFields;
  addField('size', 'style', design.style, list('style'));
  addField('size', usualSize, toUsualSize(design), getUsualSizes(design.style));
  addField('size', 'porch', porch, listPorchDepths(design.style).map(String));
  addField('materials', 'material', design.material, list('material'));
  addField('materials', 'roofing', design.roofing, list('roofing'));
  addField('materials', 'foundation', design.foundation, list('foundation'));

  const offered = listOffered(withdrawn, 'extra', design.extras);
  for (const extra of offered) {
    const changed = new URLSearchParams(form);
    changed.delete(designFormFields.extras);
    changed.append(designFormFields.extras, 'none');
    for (const each of offered) {
      if (design.extras.includes(each) !== (each === extra)) {
        changed.append(designFormFields.extras, each);
      }
    }
    const params = applyDesignForm(changed, withdrawn);
    add('extras', extra, chooseDesign(params, withdrawn, 'extras', extra));
  }

  const walls: readonly Wall[] = hasSideWalls(design) ? WALLS : ['front', 'back'];
  const types = [...listOffered(withdrawn, 'door', []), ...listOffered(withdrawn, 'window', [])];
  for (const [index, { type: own }] of sortOpenings(design.openings).entries()) {
    for (const type of types.filter((each) => each !== own)) {
      const chosen = chooseOpeningType({ design, view }, withdrawn, index, type);
      add(getOpeningField(index), type, chosen);
    }
  }
  if (design.openings.length >= LIMITS.openings) return choices;
  for (const wall of walls) {
    for (const type of types) {
      const params = toOpeningParams({ design, view }, addOpening(design, type, wall));
      add(wall, type, chooseDesign(params, withdrawn, 'openings'));
    }
  }
  return choices;
}

/**
 * What the price of a design depends on, so that the database prices a window once and not for each wall: of the
 * places of openings only which windows have room for flower boxes and shutters.
 */
function getPricedFacts(design: ShedDesign): string {
  const { wallColor: _wall, trimColor: _trim, roofColor: _roof, openings, ...rest } = design;
  const trims = (['flowerBoxes', 'shutters'] as const).map(
    (trim) => getTrimmedWindows(design, trim).length,
  );
  return JSON.stringify([rest, openings.map(({ type }) => type).sort(), trims]);
}

/** The keys in which a design differs from another one. */
const getChanges = (from: ShedDesign, to: ShedDesign) =>
  Object.fromEntries(
    Object.entries(to).filter(
      ([key, value]) => JSON.stringify(from[key as keyof ShedDesign]) !== JSON.stringify(value),
    ),
  );

const toDollars = (cents: number) => Math.round(cents / 100);

/** The price data that both the designer's page and the list of saved designs load. */
export type LoadedPrice = {
  /** True if prices could not be read. */
  isAway: boolean;
  priceText: string;
};
