export { MATERIALS as materials, STYLES as shedStyles } from '#drawing/design/shed-design.ts';
export { shedSizes } from './sizes.ts';

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

export const projectTypes = [
  'Custom Shed',
  'Garage Addition',
  'Home Addition',
  'Exterior Renovation',
  'Roofing',
  'Siding',
  'Other',
] as const;

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
