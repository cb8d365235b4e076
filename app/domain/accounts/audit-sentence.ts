import { pluralize } from '../format/pluralize.ts';
import { type AuditValue, valueInWords } from './audit-values.ts';
import { auditAreas, columnWord } from './audit-words.ts';

/** What a sentence is made from. */
export type AuditFacts = {
  actor_email: string | null;
  table_name: string;
  action: string;
  /** What the record was called then. */
  record_name: string | null;
  /** What it is called now; undefined where it is gone. */
  name_now: string | undefined;
  /** Column to [before, after], or to null where the values are not kept. */
  changes: AuditValue;
};

/** Values that are longer than this stand under the sentence, not in it. */
const longestInSentence = 60;

/**
 * An entry of the trail as a sentence for people, such as `owner@example.com changed the price of
 * the shed “The Gardener” from $4,250 to $4,000`.
 */
export function auditSentence(facts: AuditFacts): string {
  const actor = facts.actor_email ?? 'The staff command on the server';
  return `${actor} ${facts.table_name === 'auth.users' ? accountDeed(facts) : deed(facts)}`;
}

function accountDeed({ action, record_name, actor_email, changes }: AuditFacts): string {
  const account = record_name ?? 'an account that is gone';
  const whose = actor_email === record_name ? 'their own account' : account;
  switch (action) {
    case 'sign_in':
      return 'signed in';
    case 'password':
      return `set a new password for ${whose}`;
    case 'email': {
      const [before, after] = pairOf(changes, 'email') ?? [];
      return `changed the address of an account ${fromTo('email', before, after)}`;
    }
    case 'staff_added':
      return `added ${account} to the staff`;
    case 'staff_removed':
      return `removed ${account} from the staff`;
    case 'factor_added':
      return `turned on two-step sign-in for ${whose}`;
    default:
      return `turned off two-step sign-in for ${whose}`;
  }
}

function deed(facts: AuditFacts): string {
  const { action } = facts;
  const it = recordOf(facts);
  switch (action) {
    case 'insert':
      return `added ${it}`;
    case 'restore':
      return `put back ${it}, which had been deleted`;
    case 'delete':
      return `deleted ${it}`;
    case 'replace':
      return `replaced ${it}`;
    default:
      return flagDeed(facts, it) ?? changeDeed(facts, it);
  }
}

function recordOf({ table_name, record_name, name_now }: AuditFacts): string {
  const area = auditAreas[table_name];
  const name = record_name ?? name_now;
  if (!area) return table_name;
  return name ? area.named(name) : area.thing;
}

const flagWords: Record<string, [on: string, off: string]> = {
  is_active: ['made {it} active', 'made {it} inactive'],
  is_approved: ['approved {it}', 'took back the approval of {it}'],
  is_featured: ['featured {it}', 'no longer features {it}'],
  is_published: ['published {it}', 'unpublished {it}'],
  is_spam: ['moved {it} to the spam', 'moved {it} out of the spam'],
};

/** What is one switch to people has a verb of its own. */
function flagDeed({ changes }: AuditFacts, it: string): string | undefined {
  const columns = columnsOf(changes).filter((column) => column !== 'published_at');
  const [column = '', ...more] = columns;
  if (more.length > 0) return undefined;
  const after = pairOf(changes, column)?.[1];
  const words = flagWords[column];
  if (words && typeof after === 'boolean') return words[after ? 0 : 1].replace('{it}', () => it);
  if (column === 'status' && typeof after === 'string') return `marked ${it} as ${after}`;
  if (column === 'notes') return `wrote notes about ${it}`;
  if (column === 'withdrawn_at') return `withdrew ${it}`;
  return undefined;
}

function changeDeed({ changes }: AuditFacts, it: string): string {
  const columns = columnsOf(changes);
  const [first = '', second, ...more] = columns;
  if (second === undefined) {
    const pair = pairOf(changes, first);
    const values = pair && isPlain(pair[0]) && isPlain(pair[1]) ? fromTo(first, ...pair) : '';
    const inSentence = values.length <= 2 * longestInSentence ? ` ${values}` : '';
    return `changed the ${columnWord(first)} of ${it}${inSentence}`.trimEnd();
  }
  const rest =
    more.length > 0
      ? `, the ${columnWord(second)} and ${pluralize(more.length, 'other thing')}`
      : ` and the ${columnWord(second)}`;
  return `changed the ${columnWord(first)}${rest} of ${it}`;
}

const isPlain = (value: AuditValue) => value === null || typeof value !== 'object';

function fromTo(column: string, before: AuditValue | undefined, after: AuditValue | undefined) {
  return `from ${valueInWords(column, before)} to ${valueInWords(column, after)}`;
}

/** The columns that an entry tells of, in the order of their words. */
export function columnsOf(changes: AuditValue): string[] {
  if (changes === null || typeof changes !== 'object' || Array.isArray(changes)) return [];
  return Object.keys(changes).sort((one, other) =>
    columnWord(one).localeCompare(columnWord(other)),
  );
}

/** A column's value before and after; undefined where it is not kept. */
function pairOf(changes: AuditValue, column: string): [AuditValue, AuditValue] | undefined {
  if (changes === null || typeof changes !== 'object' || Array.isArray(changes)) return undefined;
  const pair = changes[column];
  if (!Array.isArray(pair)) return undefined;
  const [before = null, after = null] = pair;
  return [before, after];
}

/** The address of the screen that shows the record, undefined where none does or it is gone. */
export function recordAddress({ table_name, name_now }: AuditFacts): string | undefined {
  return name_now === undefined ? undefined : auditAreas[table_name]?.address?.(name_now);
}
