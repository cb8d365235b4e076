import type { APIRequestContext, Page } from '@playwright/test';
import { serviceClient } from './service.ts';
import type { Site } from './site-process.ts';

/** What differs between the two inboxes. */
export type InboxUnderTest = {
  path: string;
  /** The screen at which the inbox is tried, as the two share their parts. */
  tag: '@narrow' | '@wide';
  table: 'quote_requests' | 'contact_submissions';
  title: string;
  entityPlural: string;
  records: string;
  short: string;
  /** The tab of new rows and its status, then those of settled ones. */
  fresh: [tab: string, status: string];
  settled: [tab: string, status: string];
  markSettled: string;
  /** The heading of the column of names. */
  nameHeading: string;
  file: RegExp;
  headings: string;
  /** A row to store, with a name and an age in hours. */
  row: (name: string, hours: number, status: string) => Record<string, unknown>;
  send: (request: APIRequestContext, name: string) => Promise<void>;
};

/** Empties the inbox and fills it, the first name newest; every third row is settled. */
export async function fill(site: Site, inbox: InboxUnderTest, names: string[]): Promise<void> {
  const table = serviceClient(site).from(inbox.table);
  await table.delete().not('id', 'is', null).throwOnError();
  const rows = names.map((name, place) =>
    inbox.row(name, place, place % 3 === 2 ? inbox.settled[1] : inbox.fresh[1]),
  );
  for (let start = 0; start < rows.length; start += 500) {
    // The two tables have rows of their own.
    await table.insert(rows.slice(start, start + 500) as never).throwOnError();
  }
}

export const numbered = (count: number) =>
  Array.from({ length: count }, (_, place) => `Person ${String(place).padStart(4, '0')}`);
/** A tab by its label, which others may end with. */
export const getTab = (page: Page, label: string) =>
  page.getByRole('tab', { name: new RegExp(`^${label} \\(`) });
export const names = (page: Page) => page.getByRole('link', { name: /^View: / });
export const firstName = (page: Page) => names(page).first();
