import { shedSizes } from '#app/lib/options.ts';
import { getSizeLimits } from '#drawing/design/constrain-design.ts';
import type { DesignChange } from '#drawing/design/design-change.ts';
import { getWallLength, sortOpenings } from '#drawing/design/design-geometry.ts';
import {
  type DesignOpening,
  EXTRAS,
  type Extra,
  LIMITS,
  MIN_PORCH_DEPTH,
  OPENINGS,
  type OpeningType,
  type ShedDesign,
  WALLS,
  type Wall,
} from '#drawing/design/shed-design.ts';
import { getTrimmedWindows } from '#drawing/design/window-trim.ts';
import type { Units } from '#drawing/geometry/lengths.ts';
import { describeRefusal, isRemoval } from './describe-change.ts';
import { formatDesignParams, type ParsedDesign, parseDesignParams } from './design-params.ts';
import { type DesignView, formatDesignQuery, parseDesignView } from './design-view.ts';
import { formatOfferedParams, getPreset, parseOfferedDesign, type Withdrawn } from './offer.ts';

/** The names of the form's fields; the rows of openings repeat theirs. */
export const designFormFields = {
  /** The query of the design that the form was filled in with. */
  from: 'from',
  usualSize: 'usual',
  opening: 'opening',
  wall: 'wall',
  position: 'at',
  extras: 'extras',
  /** The button that requests a quote for what was entered, without scripts. */
  quote: 'quote',
} as const;

/** The fields that a design has once. */
export type DesignField =
  | 'style'
  | 'width'
  | 'length'
  | 'height'
  | 'porch'
  | 'material'
  | 'color'
  | 'trim'
  | 'roof'
  | 'roofing'
  | 'foundation';

/** The values of the form's fields for a design. */
export function toFormValues(design: ShedDesign): Record<DesignField, string> {
  return {
    style: design.style,
    width: `${design.width}`,
    length: `${design.length}`,
    height: `${design.wallHeight}`,
    porch: `${design.porchDepth}`,
    material: design.material,
    color: design.wallColor,
    trim: design.trimColor,
    roof: design.roofColor,
    roofing: design.roofing,
    foundation: design.foundation,
  };
}

/** The form of a design as a browser sends it while nothing in it is changed. */
export function fillDesignForm(design: ShedDesign, view: DesignView): URLSearchParams {
  const form = new URLSearchParams({
    [designFormFields.from]: formatDesignParams(design).toString(),
    ...toFormValues(design),
    [designFormFields.usualSize]: toUsualSize(design),
    ...{ season: view.season, light: view.light },
    ...(view.framing ? { framing: 'yes' } : {}),
    ...(view.facing ? { facing: view.facing } : {}),
    ...(view.units ? { units: view.units } : {}),
    ...(view.withdrawn ? { withdrawn: 'yes' } : {}),
    ...(view.deliveryKm === undefined ? {} : { delivery: `${view.deliveryKm}` }),
  });
  for (const { type, wall, position } of sortOpenings(design.openings)) {
    form.append(designFormFields.opening, type);
    form.append(designFormFields.wall, wall);
    form.append(designFormFields.position, `${position}`);
  }
  for (const extra of ['none', ...design.extras]) form.append(designFormFields.extras, extra);
  return form;
}

/** The depths of a porch that a style is built with, in feet; 0 is none. */
export const listPorchDepths = (style: ShedDesign['style']): number[] =>
  Array.from({ length: LIMITS.porchDepth.max + 1 }, (_, depth) => depth).filter(
    (depth) => depth >= MIN_PORCH_DEPTH || (depth === 0 && style !== 'Porch'),
  );

/** The usual sizes that a style can be built in, such as `10x12`. */
export function getUsualSizes(style: ShedDesign['style']): string[] {
  const limits = getSizeLimits(style);
  return shedSizes.filter((size) => {
    const [width = 0, length = 0] = size.split('x').map(Number);
    return (
      width >= limits.width.min &&
      width <= limits.width.max &&
      length >= limits.length.min &&
      length <= limits.length.max
    );
  });
}

/** The usual size that a design has, such as `10x12`; empty for another. */
export function toUsualSize({ style, width, length }: ShedDesign): string {
  const size = `${width}x${length}`;
  return getUsualSizes(style).includes(size) ? size : '';
}

/**
 * The query of a changed design: what the visitor changed in the form over what it was filled in with.
 * Values that were usual become the usual ones of the new style or size.
 * @param form of any content
 * @returns for `parseDesignParams`; not canonical
 */
export function applyDesignForm(form: URLSearchParams, withdrawn: Withdrawn = []): URLSearchParams {
  const { design } = parseDesignParams(new URLSearchParams(form.get(designFormFields.from) ?? ''));
  const values = toFormValues(design);
  const params = formatOfferedParams(design, parseDesignView(form).withdrawn ? [] : withdrawn);
  for (const [name, value] of Object.entries(values)) {
    const entered = form.get(name);
    if (entered !== null && entered !== value && name !== 'width' && name !== 'length') {
      params.set(name, entered);
      // Another roofing keeps the colour that was shown, as far as it has it.
      if (name === 'roofing' && !params.has('roof')) params.set('roof', values.roof);
    }
  }
  const usualSize = form.get(designFormFields.usualSize);
  const isOther = usualSize && usualSize !== toUsualSize(design);
  const size = `${form.get('width') ?? values.width}x${form.get('length') ?? values.length}`;
  params.set('size', isOther ? usualSize : size);
  const openings = findChosenOpenings(form, design);
  if (openings) setOpenings(params, openings);
  applyExtras(params, form, design);
  for (const name of ['season', 'light', 'framing', 'facing', 'units', 'withdrawn', 'delivery']) {
    const value = form.get(name);
    if (value !== null) params.set(name, value);
  }
  return params;
}

/** The extras of a form; undefined if they are those that it was filled in with. */
export function findChosenExtras(
  form: URLSearchParams,
  { extras }: Pick<ShedDesign, 'extras'>,
): string[] | undefined {
  const chosen = form.getAll(designFormFields.extras).filter((extra) => extra !== 'none');
  return form.has(designFormFields.extras) && chosen.join() !== extras.join() ? chosen : undefined;
}

/** Under another style, the visitor's own additions and omissions apply to that style's usual extras. */
function applyExtras(params: URLSearchParams, form: URLSearchParams, design: ShedDesign) {
  const chosen: readonly string[] = findChosenExtras(form, design) ?? design.extras;
  const { style } = parseDesignParams(params).design;
  if (style === design.style || chosen.length > EXTRAS.length) {
    if (chosen.join() !== design.extras.join()) params.set('extras', chosen.join('_') || 'none');
    return;
  }
  const usual = getPreset(design).extras;
  if (chosen.join() === usual.join()) {
    params.delete('extras');
    return;
  }
  params.delete('extras');
  const next = getPreset(parseDesignParams(params).design).extras;
  const extras = EXTRAS.filter((extra) => {
    const isChosen = chosen.includes(extra);
    return isChosen === usual.includes(extra) ? next.includes(extra) : isChosen;
  });
  if (extras.join() !== next.join()) params.set('extras', extras.join('_') || 'none');
}

type OpeningRow = { type: string; wall: string; position: string };

/** The doors and windows of a form; undefined if they are those that it was filled in with. */
export function findChosenOpenings(
  form: URLSearchParams,
  design: ShedDesign,
): OpeningRow[] | undefined {
  if (!form.has(designFormFields.opening)) return undefined;
  const [types, walls, positions] = [
    designFormFields.opening,
    designFormFields.wall,
    designFormFields.position,
  ].map((name) => form.getAll(name).slice(0, LIMITS.openings + 1));
  const rows = (types ?? []).flatMap((type, i) =>
    type ? [{ type, wall: walls?.[i] ?? 'front', position: (positions?.[i] ?? '').trim() }] : [],
  );
  const format = (list: readonly { type: string; wall: string; position: number | string }[]) =>
    list.map(({ type, wall, position }) => `${wall}=${type}.${position}`).join('&');
  return format(rows) === format(sortOpenings(design.openings)) ? undefined : rows;
}

/** Replaces the openings of a query. */
function setOpenings(
  params: URLSearchParams,
  openings: readonly (DesignOpening | OpeningRow)[],
): void {
  for (const wall of WALLS) {
    params.delete(wall);
    for (const { type, position } of openings.filter((opening) => opening.wall === wall)) {
      params.append(wall, `${type}.${position}`);
    }
  }
  params.delete('openings');
  if (openings.length === 0) params.set('openings', 'none');
}

/** Explains on which windows shutters or flower boxes are left out; undefined if on none. */
export function explainTrimmedWindows(design: ShedDesign, extra: Extra): string | undefined {
  if (extra !== 'shutters' && extra !== 'flowerBoxes') return undefined;
  const windows = design.openings.filter(({ type }) => OPENINGS[type].kind === 'window');
  const trimmed = getTrimmedWindows(design, extra).length;
  if (trimmed === windows.length || !design.extras.includes(extra)) return undefined;
  const reason = extra === 'shutters' ? 'the others have no room for them' : 'transoms have none';
  return `At ${trimmed} of ${windows.length} windows: ${reason}`;
}

/** The parts of the form. */
export type FieldGroup = 'size' | 'materials' | 'openings' | 'extras';

/** Names a choice: a field of the form, or the wall of a new opening, and the value that is chosen. */
export const getChoiceKey = (field: string, value: string): string => `${field}=${value}`;

/**
 * The design that a visitor's choice leads to.
 * @param params of `applyDesignForm` or `toOpeningParams`
 * @param subject of extras, the one that was chosen
 * @returns with the reasons for which the page refuses the choice, none if it shows the design
 */
export function chooseDesign(
  params: URLSearchParams,
  withdrawn: Withdrawn,
  group?: FieldGroup,
  subject?: string,
): ParsedDesign & { refusals: string[] } {
  const parsed = parseOfferedDesign(params, withdrawn, true);
  const { units } = parseDesignView(params);
  return { ...parsed, refusals: listRefusals(parsed.changes, group, subject, units) };
}

/** @param subject of extras, the one that was chosen */
export const listRefusals = (
  changes: readonly DesignChange[],
  group: FieldGroup | undefined,
  subject?: string,
  units?: Units,
): string[] =>
  changes
    .filter(isRemoval)
    .filter(
      ({ type }) => group === 'extras' || (group === 'openings' && type.startsWith('opening')),
    )
    .map((change) =>
      describeRefusal(change, group === 'extras' ? (subject as Extra) : undefined, units),
    );

/** The query of a design with other openings, for `chooseDesign`. */
export function toOpeningParams(
  { design, view }: { design: ShedDesign; view: DesignView },
  openings: readonly DesignOpening[],
): URLSearchParams {
  const params = new URLSearchParams(formatDesignQuery(design, view));
  setOpenings(params, openings);
  return params;
}

/** Names the choice of an opening's type, by its place in `sortOpenings`. */
export const getOpeningField = (index: number): string => `opening ${index}`;

/** The design in which an opening has another type, as `chooseDesign` gives it. @param index in `sortOpenings` */
export function chooseOpeningType(
  { design, view }: { design: ShedDesign; view: DesignView },
  withdrawn: Withdrawn,
  index: number,
  type: OpeningType,
): ReturnType<typeof chooseDesign> {
  const openings = sortOpenings(design.openings).map((opening, i) =>
    i === index ? { ...opening, type } : opening,
  );
  return chooseDesign(toOpeningParams({ design, view }, openings), withdrawn, 'openings');
}

/** The openings of a design with another one in the middle of a wall, which may have no room there. */
export function addOpening(design: ShedDesign, type: OpeningType, wall: Wall): DesignOpening[] {
  const position = Math.round((getWallLength(design, wall) - OPENINGS[type].width) / 2);
  return [...sortOpenings(design.openings), { type, wall, position }];
}
