import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useReturnFocus } from '#app/admin/lists/return-focus.ts';
import { logError } from '#app/admin/log-error.ts';
import { invalidateTable, readAgain } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { compareContents } from '#app/features/quotes/describe-quote.ts';
import { quoteContentSchema } from '#app/features/quotes/quote-content.ts';
import { isCheckViolation, isUnanswered, isUniqueViolation } from '#app/lib/crud.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { capitalize } from '#app/lib/text.ts';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { type AuditValue, getColumnLabel, renderLines } from '../audit-labels.ts';
import {
  type AuditEntry,
  getRecordKey,
  putBackValues,
  type RecordNames,
  readAuditValues,
} from '../audit-log.ts';
import {
  type AuditFacts,
  askAboutRestore,
  explainRestore,
  getRecordPath,
  isRestorable,
  listDetailColumns,
  renderAuditSentence,
} from '../audit-sentence.ts';
import { usePutBack } from './use-put-back.ts';

type EntryItemProps = {
  entry: AuditEntry;
  names: RecordNames;
  /** The id of the kept record, if the entry is a deletion that can be undone. */
  keptId: string | undefined;
  /** True for an edit whose earlier values are kept outside the log. */
  hasKeptValues: boolean;
};

export function EntryItem({ entry, names, keptId, hasKeptValues }: EntryItemProps) {
  const deletion = usePutBack();
  const [open, setOpen] = useState(false);
  const id = useId();
  const facts = { ...entry, name_now: names.get(getRecordKey(entry)) };
  const path = getRecordPath(facts);
  const edit = useRestore(facts);
  const target = { table_name: entry.table_name, record_name: entry.record_name ?? '' };
  const restore = isRestorable(facts, hasKeptValues, new Date())
    ? { run: edit.ask, isPending: edit.isPending }
    : keptId && {
        run: () => deletion.putBack({ id: keptId, ...target }),
        isPending: deletion.isPending,
      };
  const hasDetails = listDetailColumns(entry).length > 0;

  return (
    <li className="px-4 py-3 sm:px-6">
      <p className="text-ink-soft text-sm">
        <time dateTime={entry.occurred_at}>{formatMoment(entry.occurred_at)}</time>
      </p>
      <p id={`${id}-what`} className="[overflow-wrap:anywhere]">
        {renderAuditSentence(facts)}
      </p>
      {(hasDetails || path || restore) && (
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
          {restore && (
            <button
              type="button"
              id={`${id}-put-back`}
              aria-disabled={restore.isPending}
              aria-labelledby={`${id}-put-back ${id}-what`}
              onClick={restore.run}
              className="drawn-link inline-flex min-h-11 items-center"
            >
              {' '}
              Restore
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
      {edit.dialog}
    </li>
  );
}

type Question = { columns: string[]; updated_at: string };

/** Restores the values that an edit replaced. Asks first if the record was edited since. */
function useRestore(entry: AuditFacts & { id: number }) {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { remember, finalFocus } = useReturnFocus();
  const [question, setQuestion] = useState<Question>();
  const wasUnanswered = useRef(false);
  const key = `restore ${entry.id}`;
  const { mutate, isPending } = useMutation({
    mutationFn: (seen: string | undefined) => putBackValues(client, entry.id, seen),
    async onSuccess(result) {
      setQuestion(result.status === 'changed' ? result : undefined);
      if (result.status === 'changed') return;
      await Promise.all([
        invalidateTable(queryClient, entry.table_name),
        readAgain(queryClient, ['audit_entries']),
      ]);
      // The earlier values are back already if the answer to an earlier try was lost.
      const isDone = result.status === 'unchanged' && wasUnanswered.current;
      const status = isDone ? 'put_back' : result.status;
      const text = explainRestore(entry, status);
      if (status === 'put_back') toasts.news(text, { key });
      else toasts.error(text, { key });
    },
    onError(error) {
      setQuestion(undefined);
      logError('Earlier values restore failed', error);
      const status = isUniqueViolation(error) ? 'taken' : isCheckViolation(error) && 'refused';
      const text = status && explainRestore(entry, status);
      wasUnanswered.current ||= isUnanswered(error);
      toasts.error(text || explainRestoreError(error), { key });
    },
  });
  const dialog: ReactNode = (
    <ConfirmDialog
      open={question !== undefined}
      title="Restore the earlier values?"
      confirmLabel={isPending ? 'Restoring...' : 'Restore'}
      busy={isPending}
      onClose={() => setQuestion(undefined)}
      onConfirm={() => mutate(question?.updated_at)}
      finalFocus={finalFocus}
    >
      {question && askAboutRestore(entry, question.columns)}
    </ConfirmDialog>
  );
  return {
    ask() {
      if (isPending) return;
      remember();
      mutate(undefined);
    },
    isPending,
    dialog,
  };
}

const explainRestoreError = (error: unknown) =>
  isUnanswered(error)
    ? "The server didn't respond. It's safe to try again."
    : "Couldn't restore the earlier values. Please try again.";

type Values = { before: AuditValue; after: AuditValue };

function EntryValues({ entry }: { entry: AuditEntry }) {
  const client = useAdminClient();
  const { data: values, isError } = useQuery({
    queryKey: ['audit_entries', 'values', entry.id],
    queryFn: () => readAuditValues(client, entry.id),
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (!values && isError) {
    return <p role="alert">Couldn't load the details. Please try again.</p>;
  }
  if (!values) return <p className="text-ink-soft">Loading...</p>;
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
  const contents = [before, after].map((value) => quoteContentSchema.safeParse(value).data);
  if (contents[0] && contents[1]) {
    return compareContents(contents[0], contents[1]).map((difference) => (
      <Fragment key={JSON.stringify(difference)}>
        <dd className="mt-2">{difference.label}</dd>
        <Lines label="Before" lines={[difference.before ?? 'nothing']} />
        <Lines label="After" lines={[difference.after ?? 'nothing']} />
      </Fragment>
    ));
  }
  if (before === undefined && after === undefined) {
    return (
      <dd className="text-ink-soft">
        We don't keep this value, to protect the person who wrote it.
      </dd>
    );
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
