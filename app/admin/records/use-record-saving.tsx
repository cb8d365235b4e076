import { type ReactNode, useState } from 'react';
import { RowChanged, RowNotFound, type Version } from '#app/data/errors.ts';
import { differingFields } from '#app/domain/merging.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { useReturnFocus } from '../lists/return-focus.ts';
import { logFailure } from '../log.ts';
import { ConflictDialog, type ShownField } from './conflict-dialog.tsx';
import { GoneDialog } from './gone-dialog.tsx';

type Options<Row extends Version, Value> = {
  /** What is saved, such as 'project'. */
  thing: string;
  /** As it was read; undefined for a new one. */
  row: Row | undefined;
  /** The version that the input began with, where that is an older one than `row`. */
  startedFrom?: Version | undefined;
  fields: ShownField<Value>[];
  insert: (value: Value) => Promise<Row>;
  update: (read: Version, value: Value) => Promise<Row>;
  /** What is stored with it, before it. */
  beforehand?: () => Promise<void>;
  /** How a sentence about the record begins; without it nothing is told in passing. */
  name?: (row: Row) => string;
  /**
   * Once the record is stored as the person wants it: as entered here, or as somebody else saved
   * it.
   */
  onDone: (row: Row, how: 'saved' | 'theirs') => void;
  /**
   * What has the focus after a choice between two versions; what had it before unless it is said.
   */
  finalFocus?: () => HTMLElement | null;
  /** Takes an error that is told elsewhere, such as by a field. */
  told?: (error: unknown) => boolean;
};

type Conflict<Row, Value> =
  | { is: 'changed'; mine: Value; theirs: Row; base: Value | undefined }
  | { is: 'gone'; mine: Value };

/**
 * Saves a record, once at a time, without overwriting what others have saved since it was read. A
 * failure is logged and stands in `failure` for the form, which stays open; `dialogs` belongs inside
 * the dialog that the form is in, or beside it.
 */
export function useRecordSaving<Row extends Version & Value, Value extends object>(
  options: Options<Row, Value>,
): { failure: string | undefined; save: (value: Value) => Promise<void>; dialogs: ReactNode } {
  const { thing, row, startedFrom, fields, insert, update, beforehand, name, onDone, told } =
    options;
  const toasts = useToasts();
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<Conflict<Row, Value>>();
  const [busy, setBusy] = useState(false);
  const focus = useReturnFocus();
  const finalFocus = options.finalFocus ?? focus.finalFocus;

  function finish(saved: Row, how: 'saved' | 'theirs') {
    setConflict(undefined);
    if (name) {
      toasts.news(`${name(saved)} ${how === 'saved' ? 'is saved.' : 'stays as it is saved now.'}`);
    }
    onDone(saved, how);
  }

  function fail(error: unknown, read: Version | undefined, mine: Value) {
    if (error instanceof RowChanged) {
      const theirs = error.row as Row;
      // The same words are no conflict: somebody was faster, or an answer was lost on its way.
      if (differingFields(fields, mine, theirs).length === 0) finish(theirs, 'saved');
      else setConflict({ is: 'changed', mine, theirs, base: startedFrom ? undefined : row });
    } else if (error instanceof RowNotFound && read) {
      setConflict({ is: 'gone', mine });
    } else {
      setConflict(undefined);
      logFailure(`Could not save the ${thing}`, error);
      if (!told?.(error)) setFailure(`The ${thing} could not be saved. Please try again.`);
    }
  }

  async function attempt(read: Version | undefined, value: Value) {
    setFailure(undefined);
    setBusy(true);
    try {
      await beforehand?.();
      finish(read ? await update(read, value) : await insert(value), 'saved');
    } catch (error) {
      fail(error, read, value);
    } finally {
      setBusy(false);
    }
  }

  const back = () => setConflict(undefined);
  return {
    failure,
    save(value) {
      focus.remember();
      return attempt(startedFrom ?? row, value);
    },
    dialogs: (
      <>
        {conflict?.is === 'changed' && (
          <ConflictDialog
            key={conflict.theirs.updated_at}
            thing={thing}
            fields={fields}
            base={conflict.base}
            mine={conflict.mine}
            theirs={conflict.theirs}
            busy={busy}
            onBack={back}
            finalFocus={finalFocus}
            onTakeTheirs={() => finish(conflict.theirs, 'theirs')}
            onSave={(value) => attempt(conflict.theirs, value)}
          />
        )}
        {conflict?.is === 'gone' && (
          <GoneDialog
            thing={thing}
            busy={busy}
            onBack={back}
            finalFocus={finalFocus}
            onSaveAsNew={() => attempt(undefined, conflict.mine)}
          />
        )}
      </>
    ),
  };
}
