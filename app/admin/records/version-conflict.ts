import type { PostColumns } from '#app/data/blog-posts.ts';
import type { SettingsColumns } from '#app/data/business-settings.ts';
import type { DesignerSettingsColumns } from '#app/data/designer-settings.ts';
import type { SectionColumns } from '#app/data/home-content.ts';
import type { ProjectColumns } from '#app/data/past-projects.ts';
import type { PriceListColumns } from '#app/data/price-lists.ts';
import type { ReviewColumns } from '#app/data/reviews.ts';
import type { ShedColumns } from '#app/data/shed-listings.ts';
import type { VideoColumns } from '#app/data/video-carousel.ts';
import type { Weekday } from '#app/domain/content/hours.ts';
import type { SitePageText } from '#app/domain/content/site-pages.ts';
import { HINT_KEYS, type HintKey, hintTitles } from '#app/domain/designs/fit-hints.ts';
import {
  emptyPriceList,
  PRICE_ITEMS,
  type PricedStyle,
  type PriceItem,
  type PriceList,
} from '#app/domain/designs/price-list.ts';
import { shedStyles } from '#app/domain/options.ts';
import type { QuoteContent } from '#app/domain/quotes/content.ts';
import type { Specifications } from '#app/domain/sheds/specifications.ts';
import type { QuoteColumns } from '../quotes/quote-columns.ts';

type Column =
  | keyof ProjectColumns
  | keyof ShedColumns
  | keyof ReviewColumns
  | keyof PostColumns
  | keyof SectionColumns
  | keyof VideoColumns
  | keyof SettingsColumns
  | keyof SitePageText
  | keyof PriceListColumns
  | keyof DesignerSettingsColumns
  | keyof QuoteColumns;

export type FieldPath =
  | Exclude<
      Column,
      | 'hours'
      | 'specifications'
      | 'longitude'
      | 'published_at'
      | 'section_name'
      | 'prices'
      | 'costs'
      | 'hints'
      | 'offer'
    >
  | `hours.${Weekday}`
  | `specifications.${keyof Specifications}`
  | `prices.${Exclude<keyof PriceList, 'base' | 'items'>}`
  | `${'prices' | 'costs'}.base.${PricedStyle}`
  | `${'prices' | 'costs'}.items.${PriceItem}`
  | `hints.${HintKey}`
  | `offer.${Exclude<keyof QuoteContent, 'format'>}`;

const labels: Record<FieldPath, string> = {
  title: 'Title',
  slug: 'Slug',
  excerpt: 'Excerpt',
  business_name: 'Business Name',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  facebook_url: 'Facebook URL',
  instagram_url: 'Instagram URL',
  latitude: 'Latitude and Longitude',
  retention_months: 'Months that enquiries are kept',
  'hours.monday': 'Monday',
  'hours.tuesday': 'Tuesday',
  'hours.wednesday': 'Wednesday',
  'hours.thursday': 'Thursday',
  'hours.friday': 'Friday',
  'hours.saturday': 'Saturday',
  'hours.sunday': 'Sunday',
  customer_name: 'Customer Name',
  rating: 'Rating',
  review_text: 'Review Text',
  project_type: 'Project Type',
  completion_date: 'Completion Date',
  location: 'Location',
  material_type: 'Material Type',
  color: 'Color',
  size: 'Size',
  shed_style: 'Shed Style',
  price: 'Price',
  video_url: 'Video URL',
  description: 'Description',
  'specifications.standard_features': 'Standard Features',
  'specifications.optional_upgrades': 'Optional Upgrades',
  subtitle: 'Subtitle',
  content: 'Content',
  cta_text: 'Button Text',
  cta_link: 'Button Link',
  images: 'Images',
  featured_image: 'Featured Image',
  image_url: 'Hero Image',
  thumbnail_url: 'Thumbnail',
  order_index: 'Order',
  author: 'Author',
  is_published: 'Published',
  is_approved: 'Approved',
  is_featured: 'Featured',
  is_active: 'Active',
  'prices.adjustments': 'Percentages',
  'prices.delivery': 'Delivery',
  'prices.hst': 'HST',
  'prices.validUntil': 'Valid until',
  ...labelEach('prices.base', shedStyles, (style) => `Base: ${style}`),
  ...labelEach('prices.items', PRICE_ITEMS, (item) => emptyPriceList.items[item].label),
  ...labelEach('costs.base', shedStyles, (style) => `Cost of the base: ${style}`),
  ...labelEach('costs.items', PRICE_ITEMS, (item) => `Cost: ${emptyPriceList.items[item].label}`),
  price_visibility: 'Prices for visitors',
  range_below_percent: 'Range below the price, %',
  range_above_percent: 'Range above the price, %',
  max_width_ft: 'Width without an engineer, ft',
  max_snow_load_kpa: 'Snow load without an engineer, kPa',
  ground_snow_kpa: 'Snow on the ground Ss, kPa',
  rain_kpa: 'Rain Sr, kPa',
  snow_checked_on: 'Climate checked on',
  trailer_deck_m: 'Deck of the trailer, m',
  ...labelEach('hints', HINT_KEYS, (key) => hintTitles[key]),
  zoning: 'Zoning',
  withdrawn_options: 'Options not offered',
  framing: 'Framing',
  customer_email: 'E-mail address of the customer',
  customer_phone: 'Telephone of the customer',
  customer_address: 'Postal address of the customer',
  'offer.kind': 'Type',
  'offer.title': 'Title',
  'offer.introduction': 'Introduction',
  'offer.items': 'Items',
  'offer.alternatives': 'Alternatives',
  'offer.discount': 'Discount',
  'offer.hst': 'HST',
  'offer.deposit': 'Deposit',
  'offer.paymentTerms': 'Payment terms',
  'offer.start': 'Start',
  'offer.duration': 'Duration',
  'offer.delivery': 'Delivery',
  'offer.terms': 'Terms and conditions',
  'offer.cancellation': 'Cancellation',
  'offer.validUntil': 'Valid until',
  'offer.images': 'Photos',
  'offer.design': 'Design',
};
const paths = Object.keys(labels) as FieldPath[];

function labelEach<Prefix extends string, Key extends string>(
  prefix: Prefix,
  keys: readonly Key[],
  getLabel: (key: Key) => string,
) {
  const entries = keys.map((key) => [`${prefix}.${key}`, getLabel(key)]);
  return Object.fromEntries(entries) as Record<`${Prefix}.${Key}`, string>;
}

/** The column of a path and the keys in it: the last one may contain dots. */
function splitPath(path: string): string[] {
  const [column = '', key, ...rest] = path.split('.');
  return [column, key, rest.join('.')].filter(
    (part) => part !== undefined && part !== '',
  ) as string[];
}

const companions: Partial<Record<FieldPath, Column>> = {
  latitude: 'longitude',
  is_published: 'published_at',
};

export type FieldDifference = {
  path: FieldPath;
  label: string;
  isMine: boolean;
};

/** @param base the columns that the form started with */
export function getDifferences(mine: object, theirs: object, base: object): FieldDifference[] {
  return getDifferingPaths(mine, theirs).map((path) => ({
    path,
    label: labels[path],
    isMine: !hasSameValue(path, mine, base),
  }));
}

/** The columns changed in the form. A JSON column retains the other keys of `theirs`. */
export function getChangedColumns<Columns extends object>(
  mine: Columns,
  theirs: object,
  base: object,
): Partial<Columns> {
  const changes: Record<string, unknown> = {};
  for (const path of getDifferingPaths(mine, base)) {
    const [column = '', ...keys] = splitPath(path);
    const current = { ...theirs, ...changes } as Record<string, unknown>;
    changes[column] = setNested(current[column], keys, getValue(mine, path));
    const companion = companions[path];
    if (companion) changes[companion] = getValue(mine, companion);
  }
  return changes as Partial<Columns>;
}

export function getValue(record: object, path: FieldPath | Column): unknown {
  return splitPath(path).reduce<unknown>((value, key) => toRecord(value)[key], record);
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** A copy with another value below the keys; undefined removes it. */
function setNested(value: unknown, [key, ...rest]: string[], nested: unknown): unknown {
  if (key === undefined) return nested;
  const { [key]: before, ...others } = toRecord(value);
  const changed = setNested(before, rest, nested);
  return changed === undefined ? others : { ...others, [key]: changed };
}

function getDifferingPaths(mine: object, other: object): FieldPath[] {
  return paths.filter((path) => {
    const [column = ''] = splitPath(path);
    return column in mine && !hasSameValue(path, mine, other);
  });
}

function hasSameValue(path: FieldPath, one: object, other: object): boolean {
  const companion = companions[path];
  return (
    isSameValue(getValue(one, path), getValue(other, path)) &&
    (!companion || isSameValue(getValue(one, companion), getValue(other, companion)))
  );
}

/** null, undefined, '' and [] are the same. */
export function isSameValue(one: unknown, other: unknown): boolean {
  const serialize = (value: unknown) =>
    value === '' || (Array.isArray(value) && value.length === 0)
      ? 'null'
      : JSON.stringify(value ?? null);
  return serialize(one) === serialize(other);
}
