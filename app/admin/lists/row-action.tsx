import type { LucideIcon } from 'lucide-react';

export const rowActionClass =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md px-2 font-medium text-ink hover:bg-pine-deep aria-disabled:cursor-progress aria-disabled:opacity-60 focus-visible:outline-2 focus-visible:outline-offset-[-2px] max-xl:gap-1.5 max-xl:border max-xl:border-line-firm max-xl:px-2.5';

export const rowActionsClass = 'flex flex-wrap gap-2 max-xl:pt-2 xl:flex-nowrap xl:gap-0';

type RowActionProps = {
  label: string;
  what: string;
  Icon: LucideIcon;
  onClick: () => void;
  busy?: boolean | undefined;
  iconOnly?: boolean;
  narrow?: boolean;
};

export function RowAction(props: RowActionProps) {
  const { label, what, Icon, onClick, busy, iconOnly, narrow } = props;
  return (
    <button
      type="button"
      aria-label={`${label}: ${what}`}
      title={label}
      aria-disabled={busy}
      onClick={onClick}
      className={`${rowActionClass} ${iconOnly ? 'max-xl:ml-auto' : ''}`}
    >
      <Icon aria-hidden className={`size-5 shrink-0 ${narrow ? 'max-sm:hidden' : ''}`} />
      {!iconOnly && <span className="xl:hidden">{label}</span>}
    </button>
  );
}
