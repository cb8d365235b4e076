import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export const rowActionClass =
  'relative z-1 inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-md px-2 font-medium text-ink hover:bg-pine-deep aria-disabled:cursor-progress aria-disabled:opacity-60 focus-visible:outline-2 focus-visible:outline-offset-[-2px]';

export function RowActionList({ children }: { children: ReactNode }) {
  return <div className="flex justify-end max-xl:-mr-2 xl:justify-start">{children}</div>;
}

type RowActionProps = {
  label: string;
  what: string;
  Icon: LucideIcon;
  onClick: () => void;
  busy?: boolean | undefined;
  iconOnly?: boolean;
  className?: string;
};

export function RowAction(props: RowActionProps) {
  const { label, what, Icon, onClick, busy, iconOnly, className = '' } = props;
  return (
    <button
      type="button"
      aria-label={`${label}: ${what}`}
      title={label}
      aria-disabled={busy}
      onClick={onClick}
      className={`${rowActionClass} ${className}`}
    >
      <RowActionFace label={label} Icon={Icon} iconOnly={iconOnly} />
    </button>
  );
}

type FaceProps = { label: string; Icon: LucideIcon; iconOnly?: boolean | undefined };

export function RowActionFace({ label, Icon, iconOnly = false }: FaceProps) {
  return (
    <>
      <Icon aria-hidden className="size-5 shrink-0" />
      {!iconOnly && <span className="hidden min-[56rem]:max-xl:inline">{label}</span>}
    </>
  );
}
