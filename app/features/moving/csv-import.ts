import { getColumnLabel } from '#app/features/audit/audit-labels.ts';
import {
  emptyProject,
  projectForm,
  toProjectColumns,
  toProjectForm,
} from '#app/features/projects/past-projects.ts';
import {
  emptyReview,
  reviewForm,
  toReviewColumns,
  toReviewForm,
} from '#app/features/reviews/reviews.ts';
import {
  emptyShed,
  shedForm,
  toShedColumns,
  toShedForm,
} from '#app/features/sheds/shed-listings.ts';
import type { Client } from '#app/lib/client.ts';
import { type CsvRow, parseCsv, toCsv } from '#app/lib/csv.ts';
import { fieldErrors } from '#app/lib/form-fields.ts';
import { groupBy } from '#app/lib/group-by.ts';
import { fetchAllPages } from '#app/lib/paginate.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { capitalize } from '#app/lib/text.ts';
import type { z } from '#app/lib/zod.ts';
import {
  explainRefusedAddress,
  type ImagePlace,
  listMissingImages,
  listStoredImages,
  toImageColumn,
} from './copy-images.ts';
import { ImportFileError } from './read-file.ts';
import { createRedirectForm, findChain, listRedirects, maxRedirects } from './redirects.ts';
import type { ImportTable, PlannedRow } from './store-rows.ts';

export const maxCsvBytes = 10 * 1024 * 1024;
const maxRows = 10_000;
/** The database accepts no more in a record. */
const maxImages = 50;

export type ImportPlan = {
  rows: PlannedRow[];
  /** Headings of the file that no column has. */
  unknownColumns: string[];
};

type ImportColumn = {
  header: string;
  field: string;
  required?: true;
  hint: string;
  sample: string;
  /** Converts a cell to the field's value. @throws CellError */
  convert?: (cell: string) => unknown;
};

export type ImportKind = {
  table: ImportTable;
  label: string;
  /** How a row is recognized, in a sentence for staff. */
  identity: string;
  columns: readonly ImportColumn[];
  /** Where its rows have images; undefined if they have none. */
  place: ImagePlace | undefined;
  readStored: (client: Client) => Promise<Stored[]>;
  /**
   * @param stored the rows that readStored returned
   * @throws ImportFileError if the file can't be imported at all
   */
  plan: (text: string, stored: Stored[]) => ImportPlan;
};

type Stored = { id: string; updated_at: string };

class CellError extends Error {}

/** English, and what spreadsheets in French and German write. */
const yes = ['yes', 'y', 'true', '1', 'x', 'oui', 'vrai', 'ja', 'wahr'];
const no = ['no', 'n', 'false', '0', '', 'non', 'faux', 'nein', 'falsch'];

function toBoolean(cell: string): boolean {
  const text = cell.trim().toLowerCase();
  if (yes.includes(text)) return true;
  if (no.includes(text)) return false;
  throw new CellError('Please enter yes or no');
}

/** Separates addresses by blanks or `|`. @throws CellError that names those the server would refuse for their form */
function toAddresses(cell: string): string[] {
  const addresses = [...new Set(cell.split(/[\s|]+/).filter(Boolean))];
  const refused = addresses.flatMap((address) => {
    const reason = explainRefusedAddress(address);
    return reason ? [`${address.slice(0, 100)} ${reason}`] : [];
  });
  if (refused.length > 0) throw new CellError(refused.join('. '));
  return addresses;
}

const toEntries = (cell: string) => ({ added: cell.split(/[|\n]/), typed: '' });

const englishPrice = /^(?:\d{1,3}(?:[,\s]\d{3})+|\d+)(?:\.\d{1,2})?$/;
/** As spreadsheets in French and German write it. Its decimals tell it apart: `4,250` and `4.250` are not the same number. */
const commaPrice = /^(?:\d{1,3}(?:[.\s]\d{3})+|\d+),\d{1,2}$/;

function toPrice(cell: string): string {
  const text = cell.trim().replace(/^\$\s?|\s?\$$/, '');
  if (commaPrice.test(text)) return text.replace(/[.\s]/g, '').replace(',', '.');
  if (cell.trim() !== '' && !englishPrice.test(text)) {
    throw new CellError('Please enter a price such as 4250.50');
  }
  return text.replace(/[,\s]/g, '');
}

type Schema<Output> = {
  safeParse: (
    input: unknown,
  ) => { success: true; data: Output } | { success: false; error: z.core.$ZodError };
};

type KindOptions<Output, Columns extends Record<string, unknown>, Row extends Stored> = {
  table: ImportTable;
  label: string;
  identity: string;
  place?: ImagePlace;
  /** What two rows with the same key have in common, such as 'title'. */
  keyLabel: string;
  columns: readonly ImportColumn[];
  empty: object;
  schema: Schema<Output>;
  toInput: (stored: NoInfer<Row>) => object;
  /** @param stored the row that is updated */
  toColumns: (form: Output, stored?: NoInfer<Row>) => Columns;
  getKey: (row: NoInfer<Columns | Row>) => string;
  getName: (columns: Columns) => string;
  readStored: (client: Client) => Promise<Row[]>;
  /** Finds rows that are wrong because of others. */
  check?: (rows: PlannedRow[], stored: Row[]) => void;
};

function createKind<Output, Columns extends Record<string, unknown>, Row extends Stored>(
  options: KindOptions<Output, Columns, Row>,
): ImportKind {
  const { table, label, identity, columns, place, readStored } = options;
  return {
    ...{ table, label, identity, columns, place, readStored },
    plan(text, stored) {
      const { rows, fields, unknownColumns } = readRows(text, columns);
      const planned = planRows(rows, fields, stored as Row[], options);
      options.check?.(planned, stored as Row[]);
      return { rows: planned, unknownColumns };
    },
  };
}

const normalizeHeading = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');

function readRows(text: string, columns: readonly ImportColumn[]) {
  const [headings, ...rows] = parseCsv(text, maxRows + 2);
  if (!headings || rows.length === 0) throw new ImportFileError('This file has no rows.');
  if (rows.length > maxRows) {
    throw new ImportFileError(
      `This file has more than ${maxRows.toLocaleString('en-CA')} rows. Please split it and import the parts.`,
    );
  }
  const names = headings.cells.map(normalizeHeading);
  const fields = names.map((name) =>
    columns.find(({ header, field }) =>
      [header, field].some((known) => normalizeHeading(known) === name),
    ),
  );
  const missing = columns.filter((column) => column.required && !fields.includes(column));
  if (missing.length > 0) {
    const list = missing.map(({ header }) => `“${header}”`).join(', ');
    throw new ImportFileError(`The first line must name the columns. We can't find ${list}.`);
  }
  const repeated = fields.find((column, index) => column && fields.indexOf(column) !== index);
  if (repeated) throw new ImportFileError(`This file has two columns “${repeated.header}”.`);
  const unknownColumns = headings.cells.filter((name, index) => !fields[index] && name.trim());
  return { rows, fields, unknownColumns };
}

function planRows<Output, Columns extends Record<string, unknown>, Row extends Stored>(
  rows: CsvRow[],
  fields: (ImportColumn | undefined)[],
  stored: Row[],
  options: KindOptions<Output, Columns, Row>,
): PlannedRow[] {
  const { schema, toInput, toColumns, getKey, getName, keyLabel } = options;
  const storedByKey = groupBy(stored, getKey);
  const lines = new Map<string, number>();
  const nameColumn = fields.findIndex((column) => column?.required);

  return rows.map(({ line, cells, problem }): PlannedRow => {
    const refuse = (reason: string, name = cells[nameColumn]?.trim() || 'No name') =>
      ({ line, name: name.slice(0, 200), action: 'error', reason }) as const;
    if (problem) return refuse(problem);
    if (cells.length > fields.length)
      return refuse('This row has more cells than there are columns');
    const given: Record<string, unknown> = {};
    for (const [index, column] of fields.entries()) {
      if (!column) continue;
      const cell = cells[index];
      if (cell === undefined) continue;
      try {
        given[column.field] = column.convert ? column.convert(cell) : cell;
      } catch (error) {
        if (!(error instanceof CellError)) throw error;
        return refuse(`${column.header}: ${error.message}`);
      }
    }
    const parsed = schema.safeParse({ ...options.empty, ...given });
    if (!parsed.success) return refuse(explainFields(parsed.error, options.columns));
    const created = toColumns(parsed.data);
    const [key, name] = [getKey(created), getName(created)];
    const earlier = lines.get(key);
    if (earlier !== undefined) return refuse(`Same ${keyLabel} as line ${earlier}`, name);
    lines.set(key, line);
    const [match, second] = storedByKey.get(key) ?? [];
    if (second) return refuse(`You have more than one record with this ${keyLabel}`, name);
    const addresses = Array.isArray(given.images) ? given.images : [];
    const { place } = options;
    const images = match && place ? listStoredImages(match, place) : [];
    const missing = listMissingImages(addresses, images);
    if (place && images.length + missing.length > place.max) {
      return refuse(`Images: There can be at most ${place.max}`, name);
    }
    if (!match) {
      const row = {
        line,
        name,
        action: 'create',
        columns: { id: createUuid(), ...created },
      } as const;
      const reason = pluralize(addresses.length, 'image');
      return addresses.length > 0 ? { ...row, reason, images: addresses } : row;
    }
    // Columns that the file or the row doesn't have keep their values.
    const merged = schema.safeParse({ ...toInput(match), ...given });
    if (!merged.success) return refuse(explainFields(merged.error, options.columns), name);
    const updated = toColumns(merged.data, match);
    const changed = listChanges(match, updated);
    if (missing.length > 0) changed.push(pluralize(missing.length, 'new image'));
    if (changed.length === 0) return { line, name, action: 'skip', reason: 'No changes' };
    const { id, updated_at } = match;
    const columns = { id, updated_at, ...updated };
    const row = { line, name, action: 'update', reason: changed.join(', ') } as const;
    return place && missing.length > 0
      ? { ...row, columns: { ...columns, ...toImageColumn(images, place) }, images: missing }
      : { ...row, columns };
  });
}

function explainFields(error: z.core.$ZodError, columns: readonly ImportColumn[]): string {
  return Object.entries(fieldErrors(error))
    .map(([field, message]) => {
      const header = columns.find((column) => column.field === field)?.header ?? field;
      return `${header}: ${message}`;
    })
    .join('. ');
}

/** The labels of the columns that change, and of numbers the values. */
function listChanges(stored: object, updated: object): string[] {
  const before = new Map<string, unknown>(Object.entries(stored));
  return Object.entries(updated).flatMap(([column, value]) => {
    const former = before.get(column);
    if (serialize(former) === serialize(value)) return [];
    const label = capitalize(getColumnLabel(column));
    const isNumber = typeof former === 'number' || typeof value === 'number';
    return isNumber ? `${label} from ${describe(former)} to ${describe(value)}` : label;
  });
}

const describe = (value: unknown) =>
  typeof value === 'number' ? value.toLocaleString('en-CA') : 'empty';

/** Objects of the database have their keys in another order. */
function serialize(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

const normalizeKey = (...parts: string[]) =>
  parts.map((part) => part.trim().replaceAll(/\s+/g, ' ').toLowerCase()).join('\n');

const featured = (what: string): ImportColumn => ({
  header: 'Featured',
  field: 'is_featured',
  hint: `yes or no. Featured ${what} come first.`,
  sample: 'no',
  convert: toBoolean,
});

const imagesColumn: ImportColumn = {
  header: 'Images',
  field: 'images',
  hint: 'Web addresses, separated by spaces or |. We add any missing images and never remove yours.',
  sample: '',
  convert: toAddresses,
};

const active = (what: string): ImportColumn => ({
  header: 'Active',
  field: 'is_active',
  hint: `yes or no. Visitors see active ${what} only. Without this column, new ${what} are active.`,
  sample: 'yes',
  convert: toBoolean,
});

const sheds = createKind({
  table: 'shed_listings',
  label: 'Sheds',
  place: { folder: 'sheds', column: 'images', max: maxImages },
  identity: 'If a shed with this title exists, we update it.',
  keyLabel: 'title',
  columns: [
    {
      header: 'Title',
      field: 'title',
      required: true,
      hint: 'Up to 200 characters',
      sample: 'The Gardener',
    },
    {
      header: 'Material',
      field: 'material_type',
      required: true,
      hint: 'Such as Wood, Duratemp, Metal or Vinyl',
      sample: 'Wood',
    },
    {
      header: 'Color',
      field: 'color',
      required: true,
      hint: 'Such as Natural or Charcoal',
      sample: 'Natural',
    },
    {
      header: 'Size',
      field: 'size',
      required: true,
      hint: 'Width by length in feet',
      sample: '8x10',
    },
    {
      header: 'Style',
      field: 'shed_style',
      required: true,
      hint: 'Such as Gable or Gambrel',
      sample: 'Gable',
    },
    {
      header: 'Price',
      field: 'price',
      hint: 'In dollars, such as 4250.50. Leave empty to show "Contact for price".',
      sample: '4250',
      convert: toPrice,
    },
    {
      header: 'Description',
      field: 'description',
      hint: 'Up to 5,000 characters',
      sample: 'A shed with room for a ride-on mower.',
    },
    {
      header: 'Standard features',
      field: 'standard_features',
      hint: 'Separated by |',
      sample: 'Double door|Ridge vent',
      convert: toEntries,
    },
    {
      header: 'Optional upgrades',
      field: 'optional_upgrades',
      hint: 'Separated by |',
      sample: 'Loft|Ramp',
      convert: toEntries,
    },
    imagesColumn,
    featured('sheds'),
    active('sheds'),
  ],
  empty: emptyShed,
  schema: shedForm,
  toInput: toShedForm,
  toColumns: (form, stored) => toShedColumns(form, stored?.published_at),
  getKey: ({ title }) => normalizeKey(title),
  getName: ({ title }) => title,
  readStored: (client: Client) =>
    fetchAllPages((first, last) =>
      client
        .from('shed_listings')
        .select('*', { count: 'exact' })
        .order('id')
        .range(first, last)
        .throwOnError(),
    ),
});

const projects = createKind({
  table: 'past_projects',
  label: 'Projects',
  place: { folder: 'projects', column: 'images', max: maxImages },
  identity: 'If a project with this title exists, we update it.',
  keyLabel: 'title',
  columns: [
    {
      header: 'Title',
      field: 'title',
      required: true,
      hint: 'Up to 200 characters',
      sample: 'Cedar garage in Testville',
    },
    {
      header: 'Project type',
      field: 'project_type',
      required: true,
      hint: 'Such as Custom Shed, Roofing or Siding',
      sample: 'Garage Addition',
    },
    {
      header: 'Description',
      field: 'description',
      hint: 'Up to 5,000 characters',
      sample: 'Two bays, with a loft.',
    },
    { header: 'Location', field: 'location', hint: 'Town', sample: 'Testville' },
    {
      header: 'Completion date',
      field: 'completion_date',
      hint: 'As 2026-06-30',
      sample: '2026-06-30',
    },
    imagesColumn,
    featured('projects'),
    active('projects'),
  ],
  empty: emptyProject,
  schema: projectForm,
  toInput: toProjectForm,
  toColumns: (form, stored) => toProjectColumns(form, stored?.published_at),
  getKey: ({ title }) => normalizeKey(title),
  getName: ({ title }) => title,
  readStored: (client: Client) =>
    fetchAllPages((first, last) =>
      client
        .from('past_projects')
        .select('*', { count: 'exact' })
        .order('id')
        .range(first, last)
        .throwOnError(),
    ),
});

const reviews = createKind({
  table: 'reviews',
  label: 'Reviews',
  place: { folder: 'thumbnails', column: 'image', max: 1 },
  identity: 'If a review with this name and text exists, we update it.',
  keyLabel: 'name and text',
  columns: [
    {
      header: 'Customer name',
      field: 'customer_name',
      required: true,
      hint: 'As visitors see it',
      sample: 'Cara Woods',
    },
    {
      header: 'Rating',
      field: 'rating',
      required: true,
      hint: '1 to 5',
      sample: '5',
      convert: (cell) => cell.trim(),
    },
    {
      header: 'Review text',
      field: 'review_text',
      required: true,
      hint: '10 to 5,000 characters',
      sample: 'Straight walls, and a tidy site.',
    },
    {
      header: 'Project type',
      field: 'project_type',
      hint: 'Such as Custom Shed',
      sample: 'Custom Shed',
    },
    { header: 'Date', field: 'reviewed_on', hint: 'As 2026-06-30', sample: '2026-06-30' },
    {
      ...imagesColumn,
      hint: 'Web address of one photo. We never remove or replace one.',
    },
    { header: 'Town', field: 'town', hint: 'Where the customer lives', sample: 'Testville' },
    {
      header: 'Link',
      field: 'source_url',
      hint: 'Where the review was first published, with https://',
      sample: '',
    },
    {
      header: 'Featured',
      field: 'is_featured',
      hint: 'yes or no. The home page shows featured reviews.',
      sample: 'no',
      convert: toBoolean,
    },
    {
      header: 'Approved',
      field: 'is_approved',
      hint: 'yes or no. Visitors see approved reviews only. Without this column, new reviews wait for your approval.',
      sample: 'no',
      convert: toBoolean,
    },
  ],
  empty: emptyReview,
  schema: reviewForm,
  toInput: toReviewForm,
  toColumns: toReviewColumns,
  getKey: ({ customer_name, review_text }) => normalizeKey(customer_name, review_text),
  getName: ({ customer_name }) => customer_name,
  readStored: (client: Client) =>
    fetchAllPages((first, last) =>
      client
        .from('reviews')
        .select('*', { count: 'exact' })
        .order('id')
        .range(first, last)
        .throwOnError(),
    ),
});

const createRedirectsKind = (siteUrl: string) =>
  createKind({
    table: 'redirects',
    label: 'Redirects',
    identity:
      'If a redirect from this address exists, we update it. Redirects work only for addresses that have no page on this website.',
    keyLabel: 'old address',
    columns: [
      {
        header: 'Old address',
        field: 'from',
        required: true,
        hint: 'The path, or the whole address on your old website',
        sample: '/old-page',
      },
      {
        header: 'New address',
        field: 'to',
        required: true,
        hint: 'A path on this website, or a whole address with https://',
        sample: '/custom-sheds',
      },
    ],
    empty: {},
    schema: createRedirectForm(siteUrl),
    toInput: ({ from_path, to_url }) => ({ from: from_path, to: to_url }),
    toColumns: (columns) => columns,
    getKey: ({ from_path }) => from_path,
    getName: ({ from_path }) => from_path,
    readStored: listRedirects,
    check: (rows, stored) => {
      const targets = new Map(stored.map(({ from_path, to_url }) => [from_path, to_url]));
      for (const { columns } of rows) {
        if (columns) targets.set(String(columns.from_path), String(columns.to_url));
      }
      let free = maxRedirects - stored.length;
      for (const row of rows) {
        if (!row.columns) continue;
        const problem = findChain(targets, String(row.columns.from_path));
        if (!problem && row.action === 'create') free -= 1;
        if (!problem && (row.action === 'update' || free >= 0)) continue;
        row.action = 'error';
        row.reason =
          problem ?? `There can be at most ${maxRedirects.toLocaleString('en-CA')} redirects`;
        delete row.columns;
      }
    },
  });

/** What can be imported from CSV, by its name in the screen's URL. */
export const createCsvKinds = (siteUrl: string): Record<string, ImportKind> => ({
  ...{ sheds, projects, reviews },
  redirects: createRedirectsKind(siteUrl),
});

/** A file with the headings and one row, to be filled in. */
export function createSample({ columns }: ImportKind): string {
  return toCsv(
    columns.map(({ header, sample }) => ({ header, cell: () => sample })),
    [null],
  );
}
