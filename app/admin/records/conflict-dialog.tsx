import { lazy, type ReactNode, Suspense } from 'react';
import { getFileName } from '#app/features/images/images.ts';
import type { RowChanged, Version } from '#app/lib/crud.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#app/ui/dialog.tsx';
import { Thumbnail } from '../images/thumbnail.tsx';
import { useAccount } from '../session.ts';
import { type FieldDifference, getValue } from './version-conflict.ts';

const RichTextView = lazy(() => import('../rich-text/rich-text-view.tsx'));

type FrameProps = {
  entity: string;
  busy: boolean;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

type ConflictDialogProps = FrameProps & {
  differences: FieldDifference[];
  mine: object;
  theirs: Version;
  changedBy: RowChanged<unknown>['changedBy'];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

export function ConflictDialog(props: ConflictDialogProps) {
  const { entity, busy, differences, mine, theirs, changedBy } = props;
  const { user } = useAccount();
  const isOwnChange = changedBy?.id === user.id;

  return (
    <Dialog
      open
      size="lg"
      title="Changed while you were editing"
      onClose={() => busy || props.onClose()}
      finalFocus={props.finalFocus}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" disabled={busy} onClick={props.onTakeTheirs}>
            Take theirs
          </Button>
          <Button disabled={busy} onClick={props.onKeepMine}>
            {busy ? 'Saving...' : 'Keep mine'}
          </Button>
        </div>
      }
    >
      <p className="[overflow-wrap:anywhere]">
        {isOwnChange ? 'You' : (changedBy?.email ?? 'Someone')} saved the {entity}
        {isOwnChange && ' in another window'} on{' '}
        <time dateTime={theirs.updated_at}>{formatMoment(theirs.updated_at)}</time>, so your changes
        haven't been saved yet.
      </p>
      <p className="mt-2">
        'Keep mine' saves the fields you changed and keeps their version of the rest. 'Take theirs'
        discards your changes.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls with the keyboard */}
      <section aria-label="Differences" tabIndex={0} className="mt-5 grid gap-6">
        {differences.map((field) => (
          <fieldset key={field.path.join('.')} className="min-w-0">
            <legend className="mb-1.5 font-semibold text-[0.9375rem] leading-snug">
              {field.label}
            </legend>
            {!field.isMine && (
              <p className="mb-1.5 text-ink-soft text-sm">You didn't change this field.</p>
            )}
            <div className="grid gap-3 sm:grid-cols-2">
              <FieldVersion heading="Yours">{renderValue(field, mine)}</FieldVersion>
              <FieldVersion heading="Saved version">{renderValue(field, theirs)}</FieldVersion>
            </div>
          </fieldset>
        ))}
      </section>
    </Dialog>
  );
}

function FieldVersion({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-md border border-line-firm p-3">
      <p className="font-medium text-ink-soft text-sm">{heading}</p>
      <div className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">
        {children || <span className="text-ink-soft italic">Nothing</span>}
      </div>
    </div>
  );
}

function renderValue({ path, show }: FieldDifference, record: object): ReactNode {
  const value = getValue(record, path);
  if (show === 'images') return renderImages([value].flat().filter(Boolean) as string[]);
  if (show === 'richText') return renderRichText(value as string);
  return show ? show(value as never, record as never) : renderPlain(value);
}

function renderRichText(html: string): ReactNode {
  return (
    <Suspense>
      <RichTextView html={html} />
    </Suspense>
  );
}

function renderImages(paths: string[]): ReactNode {
  if (paths.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {paths.map((path) => (
        <Thumbnail
          key={path}
          path={path}
          alt={getFileName(path)}
          width={320}
          className="h-16 w-21 border border-line"
        />
      ))}
    </div>
  );
}

function renderPlain(value: unknown): ReactNode {
  if (containsObjects(value))
    return JSON.stringify(value, null, 1)
      .replaceAll(/[{}[\]",]/g, '')
      .trim();
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (!Array.isArray(value)) return String(value ?? '');
  if (value.length === 0) return null;
  return (
    <ul className="list-disc pl-5">
      {[...new Set<string>(value)].map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function containsObjects(value: unknown): boolean {
  const [first] = [value].flat();
  return typeof first === 'object' && first !== null;
}

export function DeletedConflictDialog({
  entity,
  busy,
  onClose,
  finalFocus,
  onSaveAsNew,
}: FrameProps & { onSaveAsNew: () => void }) {
  return (
    <ConfirmDialog
      open
      title="Deleted while you were editing"
      confirmLabel={busy ? 'Saving...' : 'Save as new'}
      cancelLabel="Back to editing"
      busy={busy}
      onClose={onClose}
      finalFocus={finalFocus}
      onConfirm={onSaveAsNew}
    >
      Someone deleted the {entity}. Your changes are still here, and you can save them as new.
    </ConfirmDialog>
  );
}
