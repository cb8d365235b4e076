import { Check, Eye, type LucideIcon, Trash2 } from 'lucide-react';

const actionClass =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md px-2 font-medium text-ink hover:bg-pine-deep focus-visible:outline-2 focus-visible:outline-offset-[-2px] max-xl:gap-1.5 max-xl:border max-xl:border-line-firm max-xl:px-2.5';

type ActionProps = {
  label: string;
  what: string;
  Icon: LucideIcon;
  onClick: () => void;
  /** On a card, too, nothing but the icon, apart from the others. */
  iconOnly?: boolean;
};

function Action({ label, what, Icon, onClick, iconOnly }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={`${label}: ${what}`}
      title={label}
      onClick={onClick}
      className={`${actionClass} ${iconOnly ? 'max-xl:ml-auto' : ''}`}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      {!iconOnly && <span className="xl:hidden">{label}</span>}
    </button>
  );
}

type RowActionsProps = {
  /** Whose row it is. */
  what: string;
  onView: () => void;
  /** The quick way to the answered state, or out of the spam; left out where the row is there already. */
  settle?: { label: string; Icon?: LucideIcon; onClick: () => void } | undefined;
  onDelete: () => void;
};

/** View, settle and delete, at the end of a row. */
export function RowActions({ what, onView, settle, onDelete }: RowActionsProps) {
  return (
    <div className="flex flex-wrap gap-2 max-xl:pt-2 xl:flex-nowrap xl:gap-0">
      <Action label="View" what={what} Icon={Eye} onClick={onView} />
      {settle && <Action what={what} Icon={Check} {...settle} />}
      <Action label="Delete" what={what} Icon={Trash2} onClick={onDelete} iconOnly />
    </div>
  );
}
