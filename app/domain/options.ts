export { MATERIALS as materials, STYLES as shedStyles } from '#drawing/design/shed-design.ts';
export { shedSizes } from './sheds/sizes.ts';

/** The kinds of project a visitor can ask a quote for. */
export const quoteProjectTypes = [
  'Custom Shed',
  'Garage Addition',
  'Home Addition',
  'Exterior Renovation',
  'Other',
] as const;

export type QuoteProjectType = (typeof quoteProjectTypes)[number];

export function isQuoteProjectType(value: string | null): value is QuoteProjectType {
  return quoteProjectTypes.some((type) => type === value);
}

/** The kinds of project that staff file finished work under. */
export const projectTypes = [
  'Custom Shed',
  'Garage Addition',
  'Home Addition',
  'Exterior Renovation',
  'Roofing',
  'Siding',
  'Other',
] as const;

/** The kinds of project a review can be about. */
export const reviewProjectTypes = projectTypes.filter((type) => type !== 'Other');

export const budgetRanges = [
  'Under $2,000',
  '$2,000 - $5,000',
  '$5,000 - $10,000',
  '$10,000 - $20,000',
  '$20,000 - $50,000',
  'Over $50,000',
] as const;

export const timelines = [
  'ASAP',
  'Within 1 month',
  '2-3 months',
  '3-6 months',
  'More than 6 months',
  'Flexible',
] as const;
