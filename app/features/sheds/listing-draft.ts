import { describeColors } from '#app/features/designer/describe-colors.ts';
import {
  EXTRA_LABELS,
  FOUNDATION_LABELS,
  getOpeningLabel,
} from '#app/features/designer/design-labels.ts';
import { parseDesignParams } from '#app/features/designer/design-params.ts';
import { listOffered, type Withdrawn } from '#app/features/designer/offer.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { constrainDesign } from '#drawing/design/constrain-design.ts';
import {
  type ColorCard,
  EXTRAS,
  OPENINGS,
  type OpeningType,
  type ShedDesign,
} from '#drawing/design/shed-design.ts';
import { formatFootprint, formatLength } from '#drawing/geometry/lengths.ts';
import type { Specifications } from './shed-listings.ts';

/** The text of a new listing made from a design. Staff can change it. */
export type ListingDraft = {
  title: string;
  description: string;
  material_type: string;
  color: string;
  size: string;
  shed_style: string;
  specifications: Specifications;
};

/**
 * Turns a design into the texts and specifications of a listing.
 * @param card with the suppliers' names of colours
 */
export function toListingDraft(
  design: ShedDesign,
  withdrawn: Withdrawn,
  card?: ColorCard,
): ListingDraft {
  const { style, width, length, material, wallColor } = design;
  return {
    title: `${wallColor} ${width}x${length} ${style} Shed`,
    description: describeListing(design, card),
    material_type: material,
    color: wallColor,
    size: `${width}x${length}`,
    shed_style: style,
    specifications: {
      standard_features: listFeatures(design, card),
      optional_upgrades: listUpgrades(design, withdrawn),
    },
  };
}

/**
 * Parses the design from a link that staff paste: a URL of the designer, or its query.
 * @returns undefined if it is not a designer link
 */
export function parseDesignLink(link: string): ReturnType<typeof parseDesignParams> | undefined {
  const [path = '', query = ''] = link.trim().split('?', 2);
  const isDesigner = path === '' || /^(https?:\/\/[^/\s]+)?\/design$/.test(path);
  const params = new URLSearchParams(query.split('#')[0]);
  return isDesigner && params.has('style') ? parseDesignParams(params) : undefined;
}

function describeListing(design: ShedDesign, card: ColorCard | undefined): string {
  const { style, material, foundation, roofing } = design;
  const colors = describeColors(design, card);
  const [wall, trim, roof] = [colors.wall, colors.trim, colors.roof].map((color) =>
    color.replace(/^[^(]+/, (name) => name.toLowerCase()),
  );
  const article = foundation === 'slab' || foundation === 'gravel' ? 'a ' : '';
  const openings = listOpenings(design);
  const extras = listExtras(design);
  return [
    `${startsWithVowel(style) ? 'An' : 'A'} ${style} shed, ${formatFootprint(design)}, on ${article}${FOUNDATION_LABELS[foundation].toLowerCase()}.`,
    `${material} siding in ${wall} with ${trim} trim, under a ${roofing === 'metal' ? 'metal' : 'shingle'} roof in ${roof}.`,
    openings.length > 0 ? `Doors and windows: ${joinWords(openings.map(lowerFirst))}.` : '',
    extras.length > 0 ? `Included: ${joinWords(extras.map(lowerFirst))}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function listFeatures(design: ShedDesign, card: ColorCard | undefined): string[] {
  const { style, wallHeight, material, roofing, foundation } = design;
  const { trim, roof } = describeColors(design, card);
  return [
    `${material} siding, ${trim} trim`,
    `${roofing === 'metal' ? 'Metal roof' : 'Shingle roof'}, ${roof}`,
    ...(style === 'A-Frame' ? [] : [`Walls ${formatLength(wallHeight)} high`]),
    `Foundation: ${FOUNDATION_LABELS[foundation].toLowerCase()}`,
    ...listOpenings(design),
    ...listExtras(design),
  ];
}

const listExtras = ({ porchDepth, extras }: ShedDesign): string[] => [
  ...(porchDepth > 0 ? [`Porch, ${formatLength(12 * porchDepth)} deep`] : []),
  ...extras.map((extra) => EXTRA_LABELS[extra]),
];

/** Such as `Double door 60 in (152 cm)` and `2 windows 24x36 in (61x91 cm)`. */
function listOpenings({ openings }: ShedDesign): string[] {
  const types = (Object.keys(OPENINGS) as OpeningType[]).filter((type) =>
    openings.some((opening) => opening.type === type),
  );
  return types.map((type) => {
    const count = openings.filter((opening) => opening.type === type).length;
    const [, name = '', measure = ''] = /^(.*?) (\d.*)$/.exec(getOpeningLabel(type)) ?? [];
    return count === 1
      ? `${name} ${measure}`
      : `${pluralize(count, name.toLowerCase())} ${measure}`;
  });
}

/** Offered extras that fit the design and that it does not have yet. */
function listUpgrades(design: ShedDesign, withdrawn: Withdrawn): string[] {
  const missing = listOffered(withdrawn, 'extra', []).filter(
    (extra) => !design.extras.includes(extra),
  );
  const { extras } = constrainDesign({ ...design, extras: [...EXTRAS] }).design;
  return missing.filter((extra) => extras.includes(extra)).map((extra) => EXTRA_LABELS[extra]);
}

const startsWithVowel = (word: string) => /^[AEIOU]/.test(word);

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
