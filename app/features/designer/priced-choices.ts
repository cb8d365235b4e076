import { hasSideWalls } from '#drawing/design/design-geometry.ts';
import { LIMITS, type ShedDesign, WALLS, type Wall } from '#drawing/design/shed-design.ts';
import {
  addOpening,
  applyDesignForm,
  chooseDesign,
  type DesignField,
  designFormFields,
  type FieldGroup,
  fillDesignForm,
  getChoiceKey,
  getUsualSizes,
  listPorchDepths,
  toFormValues,
  toOpeningParams,
  toUsualSize,
} from './design-form.ts';
import type { DesignView } from './design-view.ts';
import { listOffered, type Withdrawn } from './offer.ts';

/**
 * The designs that the choices of a design lead to, as the form applies them: other values of its fields,
 * each extra added or removed, each door and window added to each wall. What the page refuses is left out.
 * @returns by `getChoiceKey`, at most 100
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
  if (design.openings.length >= LIMITS.openings) return choices;
  for (const wall of walls) {
    for (const type of types) {
      const params = toOpeningParams({ design, view }, addOpening(design, type, wall));
      add(wall, type, chooseDesign(params, withdrawn, 'openings'));
    }
  }
  return choices;
}
