import type { DesignChange } from '#drawing/design/design-change.ts';
import { getWallLength, sortOpenings } from '#drawing/design/design-geometry.ts';
import {
  type DesignOpening,
  type Extra,
  OPENINGS,
  type OpeningType,
  type ShedDesign,
  type Wall,
} from '#drawing/design/shed-design.ts';
import type { Units } from '#drawing/geometry/lengths.ts';
import { describeRefusal, isRemoval } from './describe-change.ts';
import { setOpenings } from './design-form.ts';
import type { ParsedDesign } from './design-params.ts';
import { type DesignView, formatDesignQuery, parseDesignView } from './design-view.ts';
import { parseOfferedDesign, type Withdrawn } from './offer.ts';

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

/** The openings of a design with another one in the middle of a wall, which may have no room there. */
export function addOpening(design: ShedDesign, type: OpeningType, wall: Wall): DesignOpening[] {
  const position = Math.round((getWallLength(design, wall) - OPENINGS[type].width) / 2);
  return [...sortOpenings(design.openings), { type, wall, position }];
}
