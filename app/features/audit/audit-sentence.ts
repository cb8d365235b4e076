import { keptTables } from '#app/features/privacy/deleted-records.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { formatCents } from '#app/lib/prices.ts';
import { capitalize } from '#app/lib/text.ts';
import {
  type AuditValue,
  auditAreas,
  getColumnNoun,
  isAccountTable,
  renderValue,
} from './audit-labels.ts';

export type AuditFacts = {
  actor_email: string | null;
  table_name: string;
  record_id: string | null;
  action: string;
  record_name: string | null;
  name_now: string | undefined;
  changes: AuditValue;
};

const maxLengthInSentence = 60;

/**
 * Renders `owner@example.com changed the price of the shed “The Gardener” from $4,250 to $4,000`.
 */
export function renderAuditSentence(facts: AuditFacts): string {
  const actor = facts.actor_email ?? 'The staff command on the server';
  return `${actor} ${isAccountTable(facts.table_name) ? describeAccountChange(facts) : describeChange(facts)}`;
}

function describeAccountChange(facts: AuditFacts): string {
  const { table_name, action, record_name, actor_email, changes } = facts;
  const account = record_name ?? 'a deleted account';
  const whose = actor_email === record_name ? 'their own account' : account;
  if (table_name === 'staff') {
    return action === 'delete'
      ? `removed ${account} from the staff`
      : `added ${account} to the staff`;
  }
  if (table_name === 'auth.mfa_factors') {
    const isVerified = getValues(changes, 'status')?.[1] === 'verified';
    return `turned ${isVerified ? 'on' : 'off'} two-step sign-in for ${whose}`;
  }
  const columns = listColumns(changes);
  return [
    columns.includes('email') &&
      `changed the address of an account ${renderFromTo('email', ...(getValues(changes, 'email') ?? [null, null]))}`,
    columns.includes('encrypted_password') && `set a new password for ${whose}`,
    columns.includes('last_sign_in_at') && 'signed in',
  ]
    .filter(Boolean)
    .join(' and ');
}

function describeChange(facts: AuditFacts): string {
  const { table_name, action } = facts;
  const it = describeRecord(facts);
  if (table_name === 'storage.objects')
    return `${action === 'delete' ? 'deleted' : 'replaced'} ${it}`;
  if (table_name === 'backups') return describeBackup(facts, it);
  switch (action) {
    case 'insert':
      return describePayment(facts) ?? `added ${it}`;
    case 'restore':
      return `restored ${it}`;
    case 'delete':
      return `deleted ${it}`;
    default:
      return describeStep(facts, it) ?? describeFlag(facts, it) ?? describeColumns(facts, it);
  }
}

function describeBackup({ action, changes }: AuditFacts, it: string): string {
  if (action === 'restore') return `restored ${it}`;
  const isEncrypted = getValues(changes, 'encrypted')?.[1];
  return `downloaded ${it}${isEncrypted ? ', encrypted with a passphrase' : ''}`;
}

/** Returns text like `the shed “The Gardener”`. */
function describeRecord({ table_name, record_name, name_now }: AuditFacts): string {
  const area = auditAreas[table_name];
  const name = record_name ?? name_now;
  if (!area) return table_name;
  return name ? area.named(name) : area.noun;
}

function describePayment({ table_name, changes }: AuditFacts): string | undefined {
  const cents = getValues(changes, 'amount_cents')?.[1];
  if (table_name !== 'quote_payments' || typeof cents !== 'number') return undefined;
  return `recorded a ${cents < 0 ? 'refund' : 'payment'} of ${formatCents(Math.abs(cents))}`;
}

const quoteVerbs: Partial<Record<string, string>> = {
  sent: 'extended',
  viewed: 'extended',
  change_requested: 'extended',
  accepted: 'recorded the acceptance of',
  withdrawn: 'withdrew',
};

/** A step of a quote or of the price list, which changes several columns; undefined for anything else. */
function describeStep({ table_name, changes }: AuditFacts, it: string): string | undefined {
  const [versionBefore, version] = getValues(changes, 'version') ?? [];
  if (table_name === 'price_lists' && versionBefore === null) return `published ${it}`;
  if (table_name !== 'quotes') return undefined;
  if (version) return `sent version ${version} of ${it}`;
  if (getValues(changes, 'erased_at')?.[1]) return `erased the customer's details from ${it}`;
  if (getValues(changes, 'review_asked_at')?.[1]) return `asked for a review of ${it}`;
  if (getValues(changes, 'lapsed_as')?.[1] === 'withdrawn') return `withdrew the change to ${it}`;
  const verb = quoteVerbs[String(getValues(changes, 'state')?.[1])];
  if (verb) return `${verb} ${it}`;
  const [, request] = getValues(changes, 'quote_request_id') ?? [];
  return request === null ? `removed the quote request from ${it}` : undefined;
}

const flagVerbs: Record<string, [on: string, off: string]> = {
  is_active: ['made {it} active', 'made {it} inactive'],
  is_approved: ['approved {it}', 'unapproved {it}'],
  is_featured: ['featured {it}', 'unfeatured {it}'],
  is_published: ['published {it}', 'unpublished {it}'],
  is_spam: ['moved {it} to Spam', 'moved {it} out of Spam'],
};

function describeFlag({ changes }: AuditFacts, it: string): string | undefined {
  const columns = listColumns(changes).filter((column) => column !== 'published_at');
  const [column = '', ...more] = columns;
  if (more.length > 0) return undefined;
  const after = getValues(changes, column)?.[1];
  const verbs = flagVerbs[column];
  if (verbs && typeof after === 'boolean') return verbs[after ? 0 : 1].replace('{it}', () => it);
  if (column === 'status' && typeof after === 'string') return `marked ${it} as ${after}`;
  if (column === 'notes') return `edited the notes on ${it}`;
  if (column === 'withdrawn_at') return `withdrew ${it}`;
  return undefined;
}

function describeColumns({ changes }: AuditFacts, it: string): string {
  const columns = listColumns(changes);
  const [first = '', second, ...more] = columns;
  if (second === undefined) {
    const pair = getValues(changes, first);
    const values = pair && isPlain(pair[0]) && isPlain(pair[1]) ? renderFromTo(first, ...pair) : '';
    const inSentence = values.length <= 2 * maxLengthInSentence ? ` ${values}` : '';
    return `changed the ${getColumnNoun(first)} of ${it}${inSentence}`.trimEnd();
  }
  const rest =
    more.length > 0
      ? `, the ${getColumnNoun(second)} and ${pluralize(more.length, 'other field')}`
      : ` and the ${getColumnNoun(second)}`;
  return `changed the ${getColumnNoun(first)}${rest} of ${it}`;
}

const isPlain = (value: AuditValue) => value === null || typeof value !== 'object';

function renderFromTo(
  column: string,
  before: AuditValue | undefined,
  after: AuditValue | undefined,
) {
  return `from ${renderValue(column, before)} to ${renderValue(column, after)}`;
}

function listColumns(changes: AuditValue): string[] {
  if (changes === null || typeof changes !== 'object' || Array.isArray(changes)) return [];
  return Object.keys(changes).sort((one, other) =>
    getColumnNoun(one).localeCompare(getColumnNoun(other)),
  );
}

function getValues(changes: AuditValue, column: string): [AuditValue, AuditValue] | undefined {
  if (changes === null || typeof changes !== 'object' || Array.isArray(changes)) return undefined;
  const pair = changes[column];
  if (!Array.isArray(pair)) return undefined;
  const [before = null, after = null] = pair;
  return [before, after];
}

/** The columns whose values the details of an entry list. */
export function listDetailColumns({
  table_name,
  changes,
}: Pick<AuditFacts, 'table_name' | 'changes'>): string[] {
  if (table_name === 'storage.objects' || table_name === 'backups') return [];
  const columns = listColumns(changes);
  return isAccountTable(table_name) ? columns.filter((column) => column === 'email') : columns;
}

/** The path of the screen that shows the record; undefined if none does or it is deleted. */
export function getRecordPath({ table_name, record_id, name_now }: AuditFacts): string | undefined {
  if (name_now === undefined) return undefined;
  return auditAreas[table_name]?.path?.(name_now, record_id ?? '');
}

/** The tables whose edits can be restored. `put_back_values` of the database has the same. */
export const restorableTables = new Set<string>([
  ...keptTables.filter((table) => table !== 'price_lists'),
  'home_content',
  'business_settings',
  'announcements',
  'designer_settings',
  'quote_settings',
  'tax_settings',
  'site_pages',
  'image_alt_texts',
]);

const restorableMs = 30 * 86_400_000;

/**
 * Whether the values that an edit replaced can be restored.
 * @param isKept whether there are earlier values that the log itself does not store
 */
export function isRestorable(
  entry: AuditFacts & { occurred_at: string },
  isKept: boolean,
  now: Date,
): boolean {
  const { table_name, action, occurred_at, changes } = entry;
  if (action !== 'update' || !restorableTables.has(table_name)) return false;
  if (now.getTime() - Date.parse(occurred_at) > restorableMs) return false;
  if (table_name === 'quotes') return isKept;
  return isKept || listColumns(changes).some((column) => getValues(changes, column));
}

/** The message after an attempt to restore earlier values. */
export function explainRestore(
  entry: AuditFacts,
  status: 'put_back' | 'unchanged' | 'deleted' | 'not_found' | 'taken' | 'refused',
): string {
  const it = describeRecord(entry);
  switch (status) {
    case 'put_back':
      return `Restored the earlier values of ${it}.`;
    case 'unchanged':
      return `${capitalize(it)} already has these values.`;
    case 'deleted':
      return `${capitalize(it)} was deleted. Restore it under Recently deleted first.`;
    case 'taken':
      return `Couldn't restore ${it}: another record now has the same web address or position.`;
    case 'refused':
      return `Couldn't restore ${it}: the earlier values no longer fit. Please make the change yourself.`;
    default:
      return entry.table_name === 'quotes'
        ? "The quote was sent, or the draft is too old. Its earlier values can't be restored."
        : 'We no longer keep these values.';
  }
}

/** Asks about a record that was edited after the entry. */
export function askAboutRestore(entry: AuditFacts, columns: string[]): string {
  const names = columns.map((column) => `the ${getColumnNoun(column)}`);
  const last = names.pop() ?? 'it';
  const list = names.length > 0 ? `${names.join(', ')} and ${last}` : last;
  return `Someone has changed ${list} of ${describeRecord(entry)} since then. Restoring the earlier values replaces that change. You can undo it here.`;
}
