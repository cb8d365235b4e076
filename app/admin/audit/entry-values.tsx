import { useCallback } from 'react';
import { type AuditEntry, readAuditValues } from '#app/data/audit.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { listDetailColumns } from '#app/domain/accounts/audit-sentence.ts';
import { type AuditValue, capitalize, renderLines } from '#app/domain/accounts/audit-values.ts';
import { getColumnLabel } from '#app/domain/accounts/audit-words.ts';
import { useReading } from '../lists/use-reading.ts';

type Values = { before: AuditValue; after: AuditValue };

/** Everything that an entry tells of, before and after, whole; read when it is asked for. */
export function EntryValues({ entry }: { entry: AuditEntry }) {
  const { state } = useReading(
    useCallback((client: Client) => readAuditValues(client, entry.id), [entry.id]),
    { failure: 'Could not read an entry of the activity log' },
  );

  if (state.is === 'loading') return <p className="text-ink-soft">Loading…</p>;
  if (state.is === 'failed') {
    return <p role="alert">The details could not be loaded. Please try again in a moment.</p>;
  }
  return (
    <dl className="grid gap-4">
      {listDetailColumns(entry).map((column) => (
        <div key={column}>
          <dt className="font-semibold">{capitalize(getColumnLabel(column))}</dt>
          <ColumnValues column={column} values={state.value} />
        </div>
      ))}
    </dl>
  );
}

function ColumnValues({ column, values }: { column: string; values: Values }) {
  const before = getColumn(values.before, column);
  const after = getColumn(values.after, column);
  if (before === undefined && after === undefined) {
    return <dd className="text-ink-soft">What it was is not kept, to protect who wrote it.</dd>;
  }
  return (
    <>
      {before !== undefined && <Lines label="Before" lines={renderLines(column, before)} />}
      {after !== undefined && <Lines label="After" lines={renderLines(column, after)} />}
    </>
  );
}

function Lines({ label, lines }: { label: string; lines: string[] }) {
  return (
    <dd className="mt-1 grid gap-x-3 sm:grid-cols-[4rem_minmax(0,1fr)]">
      <span className="text-ink-soft">{label}</span>
      <span className="whitespace-pre-line [overflow-wrap:anywhere]">{lines.join('\n')}</span>
    </dd>
  );
}

function getColumn(row: AuditValue, column: string): AuditValue | undefined {
  return row !== null && typeof row === 'object' && !Array.isArray(row) ? row[column] : undefined;
}
