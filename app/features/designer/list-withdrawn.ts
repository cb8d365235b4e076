import { getRoofColorKind } from '#drawing/design/color-card.ts';
import { OPENINGS, type ShedDesign } from '#drawing/design/shed-design.ts';
import type { Withdrawn } from './offer.ts';

/** The options of a design that are not offered, as `kind.option`. */
export function listWithdrawn(design: ShedDesign, withdrawn: Withdrawn): string[] {
  const { style, material, wallColor, trimColor, roofColor, roofing, foundation } = design;
  const roof = { [getRoofColorKind(design)]: roofColor, roofing };
  const single = { style, material, wallColor, trimColor, ...roof, foundation };
  const chosen = [
    ...Object.entries(single).map(([kind, option]) => `${kind}.${option}`),
    ...design.openings.map(({ type }) => `${OPENINGS[type].kind}.${type}`),
    ...design.extras.map((extra) => `extra.${extra}`),
  ];
  return [...new Set(chosen)].filter((option) => withdrawn.includes(option));
}
