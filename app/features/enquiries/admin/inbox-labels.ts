import { pluralize } from '#app/lib/pluralize.ts';
import { pageSize, type SpamTab } from '../inbox.ts';

export type InboxLabels<Status extends string = string> = {
  title: string;
  entity: string;
  entityPlural: string;
  record: string;
  records: string;
  short: string;
  tabs: { label: string; status: Status | SpamTab | undefined; empty: string }[];
  marks: { status: Status; label: string; done: string }[];
  sorts: { key: string; label: string; ascending: string; descending: string }[];
};

export function countEnquiries(
  count: number,
  { entity, entityPlural }: Pick<InboxLabels, 'entity' | 'entityPlural'>,
) {
  return pluralize(count, entity, entityPlural);
}

/** Asks before deleting one or more enquiries. */
export function deletionQuestion(
  count: number,
  { record, records }: Pick<InboxLabels, 'record' | 'records'>,
): string {
  const what = count === 1 ? `this ${record}` : `these ${count.toLocaleString('en-CA')} ${records}`;
  return `Are you sure you want to delete ${what}? This action cannot be undone.`;
}

export function explainDeletionError(
  { done, chosen, message }: { done: number; chosen: number; message: string | undefined },
  { record, records, short }: Pick<InboxLabels, 'record' | 'records' | 'short'>,
): string {
  const number = (count: number) => count.toLocaleString('en-CA');
  const deleted =
    done === 0
      ? `None of the ${number(chosen)} ${chosen === 1 ? `${record} was` : `${records} were`} deleted.`
      : `${number(done)} of ${number(chosen)} ${done === 1 ? 'was' : 'were'} deleted, ${number(chosen - done)} ${chosen - done === 1 ? 'was' : 'were'} not.`;
  return message === undefined
    ? `An unexpected error occurred while deleting ${short}.\n${deleted}`
    : `Failed to delete ${number(chosen - done)} ${chosen - done === 1 ? record : records}: ${message}\n${deleted}`;
}

/** Returns text like 'All 12 pending quote requests that match your search'. */
export function exportDescription(
  total: number,
  { status, search }: { status: string | undefined; search: string },
  { entity, entityPlural }: Pick<InboxLabels, 'entity' | 'entityPlural'>,
): string {
  if (total === 0) return 'Nothing to export except the column headings';
  const kind = status ? `${status} ` : '';
  const what = countEnquiries(total, {
    entity: `${kind}${entity}`,
    entityPlural: `${kind}${entityPlural}`,
  });
  const matching = search.trim() ? (total === 1 ? ' that matches' : ' that match') : '';
  return `${total === 1 ? '' : 'All '}${what}${matching}${matching && ' your search'}`;
}

/** Returns text like '26 to 50 of 20,000 quote requests'. */
export function describeRange(
  { page, rows }: { page: number; rows: unknown[] },
  total: number,
  labels: Pick<InboxLabels, 'entity' | 'entityPlural'>,
): string {
  const first = (page - 1) * pageSize + 1;
  const number = (position: number) => position.toLocaleString('en-CA');
  const last = first + rows.length - 1;
  const span = first === last ? number(first) : `${number(first)} to ${number(last)}`;
  return `${span} of ${countEnquiries(Math.max(total, last), labels)}`;
}
