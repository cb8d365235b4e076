import { useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { RowChanged, RowNotFound, type Version } from '#app/lib/errors.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { useReturnFocus } from '../lists/return-focus.ts';
import { logError } from '../log-error.ts';
import { type Fields, getChangedColumns, getDifferences } from './version-conflict.ts';

const loadDialogs = async () => {
  const [dialogs] = await Promise.all([
    import('./conflict-dialog.tsx'),
    import('../rich-text/rich-text-view.tsx'),
  ]);
  return dialogs;
};
const ConflictDialog = lazy(async () => ({ default: (await loadDialogs()).ConflictDialog }));
const DeletedConflictDialog = lazy(async () => ({
  default: (await loadDialogs()).DeletedConflictDialog,
}));

type Options<Row extends Version, Columns> = {
  entity: string;
  fields: Fields<NoInfer<Columns>>;
  row: Row | undefined;
  defaults?: Partial<Columns> | undefined;
  baseVersion?: Version | undefined;
  insert: (columns: Columns) => Promise<Row>;
  update: (version: Version, columns: Partial<Columns>) => Promise<Row>;
  beforeSave?: (() => Promise<void>) | undefined;
  name?: (row: Row) => string;
  onDone: (row: Row, outcome: 'saved' | 'theirs') => void;
  finalFocus?: () => HTMLElement | null;
  onError?: ((error: unknown) => boolean) | undefined;
};

type Saving<Columns> = {
  version: Version | undefined;
  mine: Columns;
  changes?: Partial<Columns>;
};

type Conflict<Row, Columns> = { mine: Columns } & (
  | { type: 'changed'; theirs: Row; changedBy: RowChanged<Row>['changedBy'] }
  | { type: 'deleted' }
);

const toError = (error: unknown) => error;

/**
 * On a version conflict a dialog offers both versions. Render `dialogs` inside the dialog of the form,
 * or beside the form.
 */
export function useRecordSaving<Row extends Version & Columns, Columns extends object>(
  options: Options<Row, Columns>,
): { error: string | undefined; save: (columns: Columns) => Promise<void>; dialogs: ReactNode } {
  const { entity, row, defaults = {}, baseVersion, insert, update, name, onDone } = options;
  const base = row ?? defaults;
  const { fields } = options;
  const toasts = useToasts();
  const [error, setError] = useState<string>();
  const [conflict, setConflict] = useState<Conflict<Row, Columns>>();
  const focus = useReturnFocus();

  function finish(saved: Row, outcome: 'saved' | 'theirs') {
    setConflict(undefined);
    if (name) {
      toasts.news(
        `${name(saved)} ${outcome === 'saved' ? 'is saved.' : 'stays as it is saved now.'}`,
        { key: `${entity} ${saved.id}` },
      );
    }
    onDone(saved, outcome);
  }

  function handleError(caught: unknown, { version, mine }: Saving<Columns>) {
    if (caught instanceof RowChanged) {
      const theirs = caught.row as Row;
      // Both have saved the same values, or an earlier response was lost.
      const isSettled = !getDifferences(fields, mine, theirs, base).some(({ isMine }) => isMine);
      if (isSettled) finish(theirs, 'saved');
      else setConflict({ type: 'changed', mine, theirs, changedBy: caught.changedBy });
    } else if (caught instanceof RowNotFound && version) {
      setConflict({ type: 'deleted', mine });
    } else {
      setConflict(undefined);
      logError(`Could not save the ${entity}`, caught);
      if (!options.onError?.(caught)) {
        setError(`The ${entity} could not be saved. Please try again.`);
      }
    }
  }

  const { mutateAsync, isPending } = useMutation({
    async mutationFn({ version, mine, changes = mine }: Saving<Columns>) {
      await options.beforeSave?.();
      return version ? update(version, changes) : insert(mine);
    },
    onSuccess: (saved) => finish(saved, 'saved'),
    async onError(caught, saving) {
      const isConflict = caught instanceof RowChanged || caught instanceof RowNotFound;
      // If the dialogs cannot be loaded, the form must retain its input.
      const loadError = isConflict ? await loadDialogs().then(() => undefined, toError) : undefined;
      handleError(loadError ?? caught, saving);
    },
  });

  function save(saving: Saving<Columns>): Promise<void> {
    setError(undefined);
    const handled = () => undefined;
    return mutateAsync(saving).then(handled, handled);
  }

  const dialogProps = {
    entity,
    busy: isPending,
    onClose: () => setConflict(undefined),
    finalFocus: options.finalFocus ?? focus.finalFocus,
  };
  return {
    error,
    save(columns) {
      focus.remember();
      return save({ version: baseVersion ?? row, mine: columns });
    },
    dialogs: (
      <Suspense>
        {conflict?.type === 'changed' && (
          <ConflictDialog
            {...dialogProps}
            key={conflict.theirs.updated_at}
            mine={conflict.mine}
            theirs={conflict.theirs}
            differences={getDifferences(fields, conflict.mine, conflict.theirs, base)}
            changedBy={conflict.changedBy}
            onTakeTheirs={() => finish(conflict.theirs, 'theirs')}
            onKeepMine={() => {
              const { mine, theirs } = conflict;
              const changes = getChangedColumns(fields, mine, theirs, base);
              return save({ version: theirs, mine, changes });
            }}
          />
        )}
        {conflict?.type === 'deleted' && (
          <DeletedConflictDialog
            {...dialogProps}
            onSaveAsNew={() => save({ version: undefined, mine: conflict.mine })}
          />
        )}
      </Suspense>
    ),
  };
}
