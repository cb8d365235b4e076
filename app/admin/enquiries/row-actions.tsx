import { Check, Eye, ShieldCheck, Trash2 } from 'lucide-react';
import { RowAction, rowActionsClass } from '../lists/row-action.tsx';

type RowActionsProps = {
  /** Whose row it is. */
  what: string;
  onView: () => void;
  /** The quick way to the answered state; left out where the row is there already. */
  settle?: { label: string; onClick: () => void } | undefined;
  /** The way out of the spam, in place of the one to the answered state; for what is spam only. */
  onNotSpam?: (() => void) | undefined;
  onDelete: () => void;
};

/** View, settle and delete, at the end of a row. */
export function RowActions({ what, onView, settle, onNotSpam, onDelete }: RowActionsProps) {
  return (
    <div className={rowActionsClass}>
      <RowAction label="View" what={what} Icon={Eye} onClick={onView} />
      {onNotSpam && (
        <RowAction label="Not spam" what={what} Icon={ShieldCheck} onClick={onNotSpam} />
      )}
      {!onNotSpam && settle && <RowAction what={what} Icon={Check} {...settle} />}
      <RowAction label="Delete" what={what} Icon={Trash2} onClick={onDelete} iconOnly />
    </div>
  );
}
