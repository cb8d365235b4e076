import { Check, Eye, ShieldCheck, Trash2 } from 'lucide-react';
import { RowAction, rowActionsClass } from '../lists/row-action.tsx';

type RowActionsProps = {
  what: string;
  busy: boolean;
  onView: () => void;
  settle?: { label: string; onClick: () => void } | undefined;
  onNotSpam?: (() => void) | undefined;
  onDelete: () => void;
};

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
