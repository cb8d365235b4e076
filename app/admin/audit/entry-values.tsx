import { useQuery } from '@tanstack/react-query';
import { type AuditEntry, readAuditValues } from '#app/data/audit.ts';
import { listDetailColumns } from '#app/domain/accounts/audit-sentence.ts';
import { type AuditValue, capitalize, renderLines } from '#app/domain/accounts/audit-values.ts';
import { getColumnLabel } from '#app/domain/accounts/audit-words.ts';
import { useAdminClient } from '../session.ts';

type Values = { before: AuditValue; after: AuditValue };

/** The whole values of an entry before and after, read when they are opened. */
export function EntryValues({ entry }: { entry: AuditEntry }) {
  const client = useAdminClient();
  const { data: values, isError } = useQuery({
    queryKey: ['audit_entries', 'values', entry.id],
    queryFn: () => readAuditValues(client, entry.id),
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (!values && isError) {
    return <p role="alert">The details could not be loaded. Please try again in a moment.</p>;
  }
  if (!values) return <p className="text-ink-soft">Loading…</p>;
  return (
    <dl className="grid gap-4">
      {listDetailColumns(entry).map((column) => (
        <div key={column}>
          <dt className="font-semibold">{capitalize(getColumnLabel(column))}</dt>
          <ColumnValues column={column} values={values} />
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
