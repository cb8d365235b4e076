import { formatMoment } from '#app/lib/dates.ts';
import { formatCents, formatPrice } from '#app/lib/prices.ts';
import { capitalize } from '#app/lib/text.ts';
import { getColumnLabel } from './audit-labels.ts';

export type AuditValue =
  | string
  | number
  | boolean
  | null
  | AuditValue[]
  | { [key: string]: AuditValue | undefined };

const renderMissing = (column: string) => (column === 'price' ? formatPrice(null) : 'nothing');

/** Renders a value on one line for a sentence, text in quotes. */
export function renderValue(column: string, value: AuditValue | undefined): string {
  const line = renderLines(column, value).join(' ');
  return typeof value === 'string' && value !== '' && !isMoment(column, value) ? `“${line}”` : line;
}

/** Renders a value on several lines, rich text without its tags. */
export function renderLines(column: string, value: AuditValue | undefined): string[] {
  if (value === null || value === undefined || value === '') return [renderMissing(column)];
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  if (typeof value === 'number') {
    if (column.endsWith('_cents')) return [formatCents(value)];
    return [column === 'price' ? formatPrice(value) : String(value)];
  }
  if (typeof value === 'string') {
    return isMoment(column, value) ? [formatMoment(value)] : toPlainLines(value);
  }
  if (Array.isArray(value)) {
    return value.length === 0
      ? [renderMissing(column)]
      : value.flatMap((item) => renderLines(column, item));
  }
  return Object.entries(value).map(
    ([key, item]) => `${capitalize(getColumnLabel(key))}: ${renderLines(key, item).join(', ')}`,
  );
}

const isMoment = (column: string, value: string) =>
  column.endsWith('_at') && !Number.isNaN(Date.parse(value));

function toPlainLines(html: string): string[] {
  return html
    .replace(/<\/(p|h[1-6]|li|blockquote|pre)>|<br\s*\/?>/gi, '\n')
    .replace(/<[a-z/][^>]*>/gi, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
    .split('\n');
}
