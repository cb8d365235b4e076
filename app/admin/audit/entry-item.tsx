import { useId, useState } from 'react';
import { Link } from 'react-router';
import { type AuditEntry, type RecordNames, recordKey } from '#app/data/audit.ts';
import {
  getRecordPath,
  listDetailColumns,
  renderAuditSentence,
} from '#app/domain/accounts/audit-sentence.ts';
import { formatMoment } from '#app/domain/format/dates.ts';
import { EntryValues } from './entry-values.tsx';

/** One thing that was done: when, a sentence, what exactly, and the way to the record. */
export function EntryItem({ entry, names }: { entry: AuditEntry; names: RecordNames }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const facts = { ...entry, name_now: names.get(recordKey(entry)) };
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
      {(hasDetails || path) && (
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
