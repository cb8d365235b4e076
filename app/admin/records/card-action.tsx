import type { LucideIcon } from 'lucide-react';

type CardActionProps = {
  label: string;
  /** Which record it is done with, for the button's full name. */
  what: string;
  Icon: LucideIcon;
  onClick: () => void;
  /** While a change is being stored. */
  busy?: boolean;
  /** Nothing but the icon, apart from the others. */
  iconOnly?: boolean;
};

/** Something that can be done with the record of a card. */
export function CardAction(props: CardActionProps) {
  const { label, what, Icon, onClick, busy, iconOnly = false } = props;
  return (
    <button
      type="button"
      aria-label={`${label}: ${what}`}
      title={iconOnly ? label : undefined}
      aria-disabled={busy}
      onClick={onClick}
      className={`inline-flex min-h-11 items-center justify-center gap-2 rounded-md border border-line-firm px-3 font-medium hover:border-ink hover:bg-pine aria-disabled:cursor-progress aria-disabled:opacity-60 ${iconOnly ? 'ml-auto' : ''}`}
    >
      <Icon aria-hidden className="size-5" />
      {!iconOnly && label}
    </button>
  );
}
