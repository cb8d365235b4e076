import { Check, Eye, ShieldCheck, Trash2 } from 'lucide-react';
import { RowAction, rowActionsClass } from '../lists/row-action.tsx';

type RowActionsProps = {
  /** Whose row it is. */
  what: string;
  /** While a change to the row is being stored. */
  busy: boolean;
  onView: () => void;
  /** Sets the answered status; left out if the row has it. */
  settle?: { label: string; onClick: () => void } | undefined;
  /** For spam only, instead of `settle`. */
  onNotSpam?: (() => void) | undefined;
  onDelete: () => void;
};

/** View, settle and delete, at the end of a row. */
export function RowActions(props: RowActionsProps) {
  const { what, busy, onView, settle, onNotSpam, onDelete } = props;
  return (
    <div className={rowActionsClass}>
      <RowAction label="View" what={what} Icon={Eye} onClick={onView} />
      {onNotSpam && (
        <RowAction
          label="Not spam"
          what={what}
          Icon={ShieldCheck}
          busy={busy}
          onClick={onNotSpam}
        />
      )}
      {!onNotSpam && settle && <RowAction what={what} Icon={Check} busy={busy} {...settle} />}
      <RowAction label="Delete" what={what} Icon={Trash2} onClick={onDelete} iconOnly />
    </div>
  );
}
