import { randomUUID } from 'node:crypto';
import { newsWording } from '#app/features/privacy/marketing-consent.ts';
import { newPriceListRow } from '#tests/fixtures/designs.ts';
import {
  newQuoteAcceptanceRow,
  newQuoteContent,
  newQuoteVersionRow,
} from '#tests/fixtures/quotes.ts';
import rows from '#tests/fixtures/rows.json' with { type: 'json' };
import matrix from './permission-matrix.json' with { type: 'json' };

// Permissions by section 6 of the specification and later decisions, written in permission-matrix.json. A
// table or function of the database that is missing there fails the test.

/** `refused` is an error, `nothing` an empty result, `shown` the public rows, `own` the caller's own row. */
export type Reading = 'everything' | 'shown' | 'own' | 'nothing' | 'refused';
type Verb = 'insert' | 'update' | 'upsert' | 'delete';
type Rights = { select: Reading } & Record<Verb, boolean>;
/** `former` was staff and has signed in again; `stranger` never was staff. */
export const callers = ['anon', 'stranger', 'former', 'staff'] as const;
export type Caller = (typeof callers)[number];

/** Rows that others reference: accounts (`another` can't sign in), a public post, a sent quote. */
export type Known = Record<
  'former' | 'another' | 'post' | 'quote' | 'quoteVersion' | 'quoteEvent' | 'auditEntry',
  string
>;
type NewRow = (known: Known) => Record<string, unknown>;
type TableRights = {
  /** `id` unless it is another column. */
  key: string;
  /** A row that visitors may see; for tables that they may not read, any row. */
  shown: NewRow;
  /** A row that visitors may not read, if the table has such rows. */
  hidden?: NewRow;
  /** A row that a caller tries to add. */
  added: NewRow;
  change: Record<string, unknown>;
  rights: Record<Caller, Rights>;
};
/** A table of the file: rows have the columns that differ from a usual one, rights are reading and verbs. */
type WrittenTable = {
  key?: string;
  rights: { anon: string; signedIn: string; staff: string };
  shown: object;
  hidden?: object;
  added: object;
  change: Record<string, unknown>;
};

const usualRows: Record<string, () => object> = {
  quote_versions: () => newQuoteVersionRow({}),
  quote_acceptances: () => newQuoteAcceptanceRow({}),
  price_lists: () => newPriceListRow(),
};

/** A new row, in which `@name` stands for what is known of the other tables. */
const toRow =
  (table: string, written: object): NewRow =>
  (known) => {
    const values: Record<string, unknown> = {
      ...known,
      ...{ content: newQuoteContent(), wording: newsWording, uuid: randomUUID() },
    };
    const usual = usualRows[table]?.() ?? (table in rows ? rows[table as keyof typeof rows] : {});
    return JSON.parse(JSON.stringify({ ...usual, ...written }), (_key, value) =>
      typeof value === 'string' && value.startsWith('@') ? values[value.slice(1)] : value,
    );
  };

function toRights(written: string): Rights {
  const [select, ...verbs] = written.split(' ');
  const may = (verb: Verb) => verbs.includes(verb);
  return {
    select: select as Reading,
    insert: may('insert'),
    update: may('update'),
    upsert: may('upsert'),
    delete: may('delete'),
  };
}

/** Tables, each after those that it references. */
export const tables: Record<string, TableRights> = Object.fromEntries(
  Object.entries(matrix.tables as Record<string, WrittenTable>).map(
    ([name, { key = 'id', rights, shown, hidden, added, change }]) => {
      const [anon, signedIn, staff] = [rights.anon, rights.signedIn, rights.staff].map(toRights);
      return [
        name,
        {
          ...{ key, change, shown: toRow(name, shown), added: toRow(name, added) },
          ...(hidden ? { hidden: toRow(name, hidden) } : {}),
          rights: { anon, stranger: signedIn, former: signedIn, staff } as TableRights['rights'],
        },
      ];
    },
  ),
);

type Columns = Record<string, { insert?: string; update: string }>;
const toColumns = (given: Record<string, { both?: string; insert?: string; update?: string }>) =>
  Object.fromEntries(
    Object.entries(given).map(([name, { both = '', update = both, ...rest }]) => [
      name,
      { ...(both ? { insert: both } : {}), ...rest, update },
    ]),
  ) as Columns;

/** The columns that signed-in accounts may write. All others are the database's own. */
export const writableColumns = toColumns(matrix.writableColumns);

/**
 * Columns that signed-in accounts may name in a row that they send back, but not change. `insert` are those that
 * a new row may name, too: with their defaults, or if the row is stored already. Staff may choose the id of one.
 */
export const protectedColumns = toColumns(matrix.protectedColumns);

/** Visitors insert into these, the same columns; they update nothing. */
export const visitorTables = ['contact_submissions', 'marketing_consents', 'quote_requests'];

type FunctionRights = {
  /** With its owner's rights, which row-level security does not hold. */
  definer: boolean;
  roles: ('anon' | 'authenticated' | 'service_role')[];
  /** The function itself refuses whoever is signed in and not staff. */
  staffOnly: boolean;
};
const roles: Record<string, FunctionRights['roles']> = {
  everyone: ['anon', 'authenticated', 'service_role'],
  'signed in': ['authenticated', 'service_role'],
  staff: ['authenticated', 'service_role'],
  service: ['service_role'],
};

/** Every function of the API, and who may call it. */
export const functions: Record<string, FunctionRights> = Object.fromEntries(
  Object.entries(matrix.functions).map(([name, rights]) => {
    const [security, caller = ''] = rights.split(', ');
    const staffOnly = caller === 'staff';
    return [name, { definer: security === 'definer', roles: roles[caller] ?? [], staffOnly }];
  }),
);
