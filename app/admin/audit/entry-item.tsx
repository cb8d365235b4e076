import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import {
  type AuditEntry,
  getRecordKey,
  type RecordNames,
  readAuditValues,
} from '#app/data/audit.ts';
import { getColumnLabel } from '#app/domain/accounts/audit-labels.ts';
import {
  getRecordPath,
  listDetailColumns,
  renderAuditSentence,
} from '#app/domain/accounts/audit-sentence.ts';
import { type AuditValue, renderLines } from '#app/domain/accounts/audit-values.ts';
import { capitalize } from '#app/domain/format/capitalize.ts';
import { formatMoment } from '#app/domain/format/dates.ts';
import { usePutBack } from '../deleted/use-put-back.ts';
import { useAdminClient } from '../session.ts';

type EntryItemProps = {
  entry: AuditEntry;
  names: RecordNames;
  /** Of a deletion whose record can be put back. */
  keptId: string | undefined;
};

export function EntryItem({ entry, names, keptId }: EntryItemProps) {
  const { putBack, isPending } = usePutBack();
  const [open, setOpen] = useState(false);
  const id = useId();
  const facts = { ...entry, name_now: names.get(getRecordKey(entry)) };
  const path = getRecordPath(facts);
  const hasDetails = listDetailColumns(entry).length > 0;

  return (
    <li className="px-4 py-3 sm:px-6">
      <p className="text-ink-soft text-sm">
        <time dateTime={entry.occurred_at}>{formatMoment(entry.occurred_at)}</time>
      </p>
      <p id={`${id}-what`} className="[overflow-wrap:anywhere]">
        {renderAuditSentence(facts)}
      </p>
      {(hasDetails || path || keptId) && (
        <p className="-mb-2 flex flex-wrap gap-x-6">
          {hasDetails && (
            <button
              type="button"
              id={`${id}-details`}
              aria-expanded={open}
              aria-controls={`${id}-values`}
              aria-labelledby={`${id}-details ${id}-what`}
              onClick={() => setOpen(!open)}
              className="drawn-link inline-flex min-h-11 items-center"
            >
              {open ? 'Hide details' : 'Details'}
            </button>
          )}
          {keptId && (
            <button
              type="button"
              id={`${id}-put-back`}
              aria-disabled={isPending}
              aria-labelledby={`${id}-put-back ${id}-what`}
              onClick={() =>
                putBack({
                  id: keptId,
                  table_name: entry.table_name,
                  record_name: entry.record_name ?? '',
                })
              }
              className="drawn-link inline-flex min-h-11 items-center"
            >
              Put back
            </button>
          )}
          {path && (
            <Link
              to={path}
              id={`${id}-open`}
              aria-labelledby={`${id}-open ${id}-what`}
              className="drawn-link inline-flex min-h-11 items-center"
            >
              Open
            </Link>
          )}
        </p>
      )}
      <div id={`${id}-values`} hidden={!open} className="mt-2 mb-3 border-line border-l-2 pl-4">
        {open && <EntryValues entry={entry} />}
      </div>
    </li>
  );
}

type Values = { before: AuditValue; after: AuditValue };

function EntryValues({ entry }: { entry: AuditEntry }) {
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
