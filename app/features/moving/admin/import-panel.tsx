import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { logError } from '#app/admin/log-error.ts';
import { invalidateTable } from '#app/admin/query-client.ts';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import type { Client } from '#app/lib/client.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { FilterTabs } from '#app/ui/tabs.tsx';
import type { ImportPlan } from '../csv-import.ts';
import { ImportFileError, readTextFile } from '../read-file.ts';
import type { ImportResult, PlannedRow } from '../store-rows.ts';

type Action = PlannedRow['action'];
type Progress = { onProgress: (done: number) => void; signal: AbortSignal };

type ImportPanelProps = {
  label: string;
  /** The tables whose lists are read again after the import. */
  tables: readonly string[];
  accept: string;
  maxBytes: number;
  fileHint: string;
  plan: (client: Client, text: string) => Promise<ImportPlan>;
  store: (client: Client, rows: PlannedRow[], progress: Progress) => Promise<ImportResult>;
  /** Explains the file. */
  children: ReactNode;
};

type State =
  | { step: 'choose'; problem?: string }
  | { step: 'read'; file: string }
  | { step: 'check'; file: string; plan: ImportPlan }
  | { step: 'store'; file: string; done: number; total: number }
  | { step: 'done'; file: string; result: ImportResult };

/** Reads a file, shows what would happen to each of its rows, and stores them once staff agree. */
export function ImportPanel(props: ImportPanelProps) {
  const { label, tables, accept, maxBytes, fileHint, plan, store, children } = props;
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const [state, setState] = useState<State>({ step: 'choose' });
  const input = useRef<HTMLInputElement>(null);
  const stopping = useRef<AbortController>(undefined);

  async function check(file: File | undefined) {
    if (!file) return;
    setState({ step: 'read', file: file.name });
    try {
      const text = await readTextFile(file, maxBytes);
      setState({ step: 'check', file: file.name, plan: await plan(client, text) });
    } catch (error) {
      const isFault = error instanceof ImportFileError;
      if (!isFault) logError(`Import check failed: ${label}`, error);
      const problem = isFault ? error.message : "Couldn't check the file. Please try again.";
      setState({ step: 'choose', problem });
    }
  }

  async function run(file: string, rows: PlannedRow[]) {
    stopping.current = new AbortController();
    const total = rows.length;
    setState({ step: 'store', file, done: 0, total });
    try {
      const result = await store(client, rows, {
        onProgress: (done) => setState({ step: 'store', file, done, total }),
        signal: stopping.current.signal,
      });
      setState({ step: 'done', file, result });
    } catch (error) {
      logError(`Import failed: ${label}`, error);
      const problem =
        "The import stopped. Choose the file again to import the rest. We won't add anything twice.";
      setState({ step: 'choose', problem });
    }
    await Promise.all(tables.map((table) => invalidateTable(queryClient, table)));
  }

  const isBusy = state.step === 'read' || state.step === 'store';
  return (
    <div className="grid grid-cols-1 gap-5">
      <UnsavedInput when={state.step === 'store'} />
      <FormSection title="About the file">{children}</FormSection>
      <FormSection title={`Import ${label.toLowerCase()}`} intro={fileHint}>
        <p role="alert" className="mb-4 font-medium text-barn wrap-anywhere empty:hidden">
          {state.step === 'choose' && state.problem}
        </p>
        <input
          ref={input}
          type="file"
          accept={accept}
          aria-label={`File with ${label.toLowerCase()}`}
          hidden
          onChange={({ target }) => {
            void check(target.files?.[0]);
            // The same file can be chosen again once it is corrected.
            target.value = '';
          }}
        />
        {!isBusy && (
          <Button
            variant={state.step === 'check' ? 'secondary' : 'primary'}
            onClick={() => input.current?.click()}
          >
            {state.step === 'choose' ? 'Choose a file' : 'Choose another file'}
          </Button>
        )}
        <p role="status" className="mt-4 wrap-anywhere empty:hidden">
          {describeStep(state)}
        </p>
        {state.step === 'store' && (
          <>
            <progress
              aria-label={`Importing ${label.toLowerCase()}`}
              max={state.total}
              value={state.done}
              className="mt-3 block w-full accent-pine"
            />
            <Button variant="secondary" className="mt-3" onClick={() => stopping.current?.abort()}>
              Stop
            </Button>
          </>
        )}
        {state.step === 'check' && (
          <CheckedRows plan={state.plan} onImport={(rows) => void run(state.file, rows)} />
        )}
        {state.step === 'done' && (
          <div className="mt-4 empty:hidden">
            {state.result.failed.length > 0 && <RowList rows={state.result.failed} />}
            <FailedImages images={state.result.failedImages ?? []} />
          </div>
        )}
      </FormSection>
    </div>
  );
}

function describeStep(state: State): string {
  switch (state.step) {
    case 'choose':
      return '';
    case 'read':
      return `Checking ${state.file}...`;
    case 'check':
      return `We checked ${state.file}. Nothing has been saved yet.`;
    case 'store':
      return `Importing ${state.file}: ${state.done.toLocaleString('en-CA')} of ${state.total.toLocaleString('en-CA')}`;
    case 'done':
      return describeResult(state.file, state.result);
  }
}

function describeResult(file: string, { created, updated, failed }: ImportResult): string {
  const counts = `${created.toLocaleString('en-CA')} added, ${updated.toLocaleString('en-CA')} updated`;
  return failed.length > 0
    ? `Imported ${file}: ${counts}, ${failed.length.toLocaleString('en-CA')} not imported.`
    : `Imported ${file}: ${counts}.`;
}

function FailedImages({ images }: { images: string[] }) {
  if (images.length === 0) return null;
  return (
    <>
      <p className="mt-3 font-semibold">
        {pluralize(images.length, "image wasn't", "images weren't")} imported:
      </p>
      <ul className="mt-1 list-disc pl-6 text-sm wrap-anywhere">
        {images.map((image) => (
          <li key={image}>{image}</li>
        ))}
      </ul>
    </>
  );
}

const actionLabels: Record<Action, string> = {
  create: 'Add',
  update: 'Update',
  skip: 'Skip',
  error: 'Error',
};
const actionTones = { create: 'done', update: 'waiting', skip: 'plain', error: 'unread' } as const;

type CheckedRowsProps = { plan: ImportPlan; onImport: (rows: PlannedRow[]) => void };

function CheckedRows({ plan: { rows, unknownColumns }, onImport }: CheckedRowsProps) {
  const [shown, setShown] = useState<Action | 'all'>('all');
  const count = (action: Action) => rows.filter((row) => row.action === action).length;
  const stored = rows.filter(({ action }) => action === 'create' || action === 'update');
  const wrong = count('error');
  const tabs = (Object.keys(actionLabels) as Action[]).map((value) => ({
    value,
    label: actionLabels[value],
    count: count(value),
  }));
  return (
    <div className="mt-4">
      {unknownColumns.length > 0 && (
        <p className="mb-4 wrap-anywhere">
          We ignore these columns: {unknownColumns.join(', ').slice(0, 500)}
        </p>
      )}
      <FilterTabs
        label="Filter rows"
        tabs={[{ value: 'all', label: 'All', count: rows.length }, ...tabs]}
        value={shown}
        onChange={setShown}
      >
        <RowList rows={shown === 'all' ? rows : rows.filter(({ action }) => action === shown)} />
      </FilterTabs>
      <div className="mt-5">
        {stored.length > 0 ? (
          <Button onClick={() => onImport(stored)}>
            {`Import ${pluralize(stored.length, 'row')}${wrong > 0 ? ` and skip ${wrong.toLocaleString('en-CA')} with errors` : ''}`}
          </Button>
        ) : (
          <p>There is nothing to import in this file.</p>
        )}
      </div>
    </div>
  );
}

const shownAtOnce = 100;

function RowList({ rows }: { rows: PlannedRow[] }) {
  const [shown, setShown] = useState(shownAtOnce);
  if (rows.length === 0) return <p className="py-3">No rows.</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {rows.slice(0, shown).map(({ line, name, action, reason }) => (
          <li
            key={`${line} ${name}`}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2"
          >
            <span className="w-20 shrink-0 text-ink-soft text-sm tabular-nums">Line {line}</span>
            <span className="w-24 shrink-0">
              <Badge tone={actionTones[action]}>{actionLabels[action]}</Badge>
            </span>
            <span dir="auto" className="min-w-0 flex-1 basis-56 wrap-anywhere">
              {name}
              {reason && <span className="block text-ink-soft text-sm">{reason}</span>}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <Button variant="secondary" className="mt-3" onClick={() => setShown(shown + shownAtOnce)}>
          Show more
        </Button>
      )}
    </>
  );
}
