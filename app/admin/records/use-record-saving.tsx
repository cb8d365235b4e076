import { type ReactNode, useState } from 'react';
import { RowChanged, RowNotFound, type Version } from '#app/data/errors.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { useReturnFocus } from '../lists/return-focus.ts';
import { logFailure } from '../log.ts';
import { ConflictDialog, DeletedConflictDialog } from './conflict-dialog.tsx';
import { getChangedColumns, getDifferences } from './version-conflict.ts';

type Options<Row extends Version, Columns> = {
  /** What is saved, such as 'project'. */
  entity: string;
  /** As the form was opened with it; undefined for a new one. */
  row: Row | undefined;
  /** What the form of a new record starts with; left out if that is nothing. */
  defaults?: Partial<Columns> | undefined;
  /** The version that the input is based on, if that is an older one than `row`. */
  baseVersion?: Version | undefined;
  insert: (columns: Columns) => Promise<Row>;
  update: (version: Version, columns: Partial<Columns>) => Promise<Row>;
  /** Stores what belongs to the record, before it. */
  beforeSave?: (() => Promise<void>) | undefined;
  /** How a sentence about the record begins; without it no toast is shown. */
  name?: (row: Row) => string;
  /** Called once the record is stored as entered here, or the other version was accepted. */
  onDone: (row: Row, outcome: 'saved' | 'theirs') => void;
  /** What has the focus after a conflict; by default what had it before. */
  finalFocus?: () => HTMLElement | null;
  /** Returns true for an error that it has shown itself, such as by a field. */
  onError?: ((error: unknown) => boolean) | undefined;
};

type Conflict<Row, Columns> = { mine: Columns } & (
  | { type: 'changed'; theirs: Row; changedBy: RowChanged<Row>['changedBy'] }
  | { type: 'deleted' }
);

/**
 * Saves a record unless somebody else has saved it since it was read; then the person chooses. An
 * error is logged and returned for the form, which stays open. `dialogs` belongs inside the dialog
 * that the form is in, or beside the form.
 */
export function useRecordSaving<Row extends Version & Columns, Columns extends object>(
  options: Options<Row, Columns>,
): { error: string | undefined; save: (columns: Columns) => Promise<void>; dialogs: ReactNode } {
  const { entity, row, defaults = {}, baseVersion, insert, update, name, onDone } = options;
  const base = row ?? defaults;
  const toasts = useToasts();
  const [error, setError] = useState<string>();
  const [conflict, setConflict] = useState<Conflict<Row, Columns>>();
  const [busy, setBusy] = useState(false);
  const focus = useReturnFocus();

  function finish(saved: Row, outcome: 'saved' | 'theirs') {
    setConflict(undefined);
    if (name) {
      toasts.news(
        `${name(saved)} ${outcome === 'saved' ? 'is saved.' : 'stays as it is saved now.'}`,
      );
    }
    onDone(saved, outcome);
  }

  function handleError(caught: unknown, version: Version | undefined, mine: Columns) {
    if (caught instanceof RowChanged) {
      const theirs = caught.row as Row;
      // Both have entered the same, or an earlier response was lost.
      const isSettled = !getDifferences(mine, theirs, base).some(({ isMine }) => isMine);
      if (isSettled) finish(theirs, 'saved');
      else setConflict({ type: 'changed', mine, theirs, changedBy: caught.changedBy });
    } else if (caught instanceof RowNotFound && version) {
      setConflict({ type: 'deleted', mine });
    } else {
      setConflict(undefined);
      logFailure(`Could not save the ${entity}`, caught);
      if (!options.onError?.(caught)) {
        setError(`The ${entity} could not be saved. Please try again.`);
      }
    }
  }

  async function save(
    version: Version | undefined,
    mine: Columns,
    changes: Partial<Columns> = mine,
  ) {
    setError(undefined);
    setBusy(true);
    try {
      await options.beforeSave?.();
      finish(version ? await update(version, changes) : await insert(mine), 'saved');
    } catch (caught) {
      handleError(caught, version, mine);
    } finally {
      setBusy(false);
    }
  }

  const dialogProps = {
    entity,
    busy,
    onClose: () => setConflict(undefined),
    finalFocus: options.finalFocus ?? focus.finalFocus,
  };
  return {
    error,
    save(columns) {
      focus.remember();
      return save(baseVersion ?? row, columns);
    },
    dialogs: (
      <>
        {conflict?.type === 'changed' && (
          <ConflictDialog
            {...dialogProps}
            key={conflict.theirs.updated_at}
            mine={conflict.mine}
            theirs={conflict.theirs}
            differences={getDifferences(conflict.mine, conflict.theirs, base)}
            changedBy={conflict.changedBy}
            onTakeTheirs={() => finish(conflict.theirs, 'theirs')}
            onKeepMine={() => {
              const { mine, theirs } = conflict;
              return save(theirs, mine, getChangedColumns(mine, theirs, base));
            }}
          />
        )}
        {conflict?.type === 'deleted' && (
          <DeletedConflictDialog
            {...dialogProps}
            onSaveAsNew={() => save(undefined, conflict.mine)}
          />
        )}
      </>
    ),
  };
}
