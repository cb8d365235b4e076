import { Check, Eye, type LucideIcon, Trash2 } from 'lucide-react';
import { RowAction, rowActionsClass } from '../lists/row-action.tsx';

type RowActionsProps = {
  /** Whose row it is. */
  what: string;
  onView: () => void;
  /**
   * The quick way to the answered state, or out of the spam; left out where the row is there
   * already.
   */
  settle?: { label: string; Icon?: LucideIcon; onClick: () => void } | undefined;
  onDelete: () => void;
};

/** View, settle and delete, at the end of a row. */
export function RowActions({ what, onView, settle, onDelete }: RowActionsProps) {
  return (
    <div className={rowActionsClass}>
      <RowAction label="View" what={what} Icon={Eye} onClick={onView} />
      {settle && <RowAction what={what} Icon={Check} {...settle} />}
      <RowAction label="Delete" what={what} Icon={Trash2} onClick={onDelete} iconOnly />
    </div>
  );
}
