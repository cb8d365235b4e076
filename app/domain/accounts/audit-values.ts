import { formatMoment } from '../format/dates.ts';
import { formatPrice } from '../format/prices.ts';
import { columnWord } from './audit-words.ts';

/** A value as the database writes it into JSON. */
export type AuditValue =
  | string
  | number
  | boolean
  | null
  | AuditValue[]
  | { [key: string]: AuditValue | undefined };

/** Words for what is not there. */
const noneOf = (column: string) => (column === 'price' ? formatPrice(null) : 'nothing');

/** A value in one line, as a sentence has it; texts in quotes. For texts, numbers, switches and nothing. */
export function valueInWords(column: string, value: AuditValue | undefined): string {
  const line = linesOf(column, value).join(' ');
  return typeof value === 'string' && value !== '' && !isMoment(column, value) ? `“${line}”` : line;
}

/** A value in lines, for reading it whole; rich text without its tags. */
export function linesOf(column: string, value: AuditValue | undefined): string[] {
  if (value === null || value === undefined || value === '') return [noneOf(column)];
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  if (typeof value === 'number') {
    return [column === 'price' ? formatPrice(value) : String(value)];
  }
  if (typeof value === 'string') {
    return isMoment(column, value) ? [formatMoment(value)] : plainText(value).split('\n');
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? [noneOf(column)] : value.flatMap((item) => linesOf(column, item));
  }
  return Object.entries(value).map(
    ([key, item]) => `${capital(columnWord(key))}: ${linesOf(key, item).join(', ')}`,
  );
}

const isMoment = (column: string, value: string) =>
  column.endsWith('_at') && !Number.isNaN(Date.parse(value));

function plainText(html: string): string {
  return html
    .replace(/<\/(p|h[1-6]|li|blockquote|pre)>|<br\s*\/?>/gi, '\n')
    .replace(/<[a-z/][^>]*>/gi, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
}

/** The text with its first letter as a capital. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
