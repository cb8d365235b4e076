import { type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { coveringLinkClass, OpenLink } from '../lists/open-link.tsx';

type RecordCardProps = {
  id: string;
  title: string;
  image: ReactNode;
  badges: ReactNode;
  dimmed?: boolean;
  actions?: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
  children: ReactNode;
};

/** For a card whose OpenLink covers it, and whose buttons depend on its width. */
export const cardClass =
  '@container group relative flex min-w-0 flex-col rounded-md border border-line bg-sheet hover:border-ink';

export function RecordCard(props: RecordCardProps) {
  const { id, title, image, badges, dimmed = false, actions, onEdit, onDelete, children } = props;
  return (
    <article aria-label={title} className={cardClass}>
      <div className="relative aspect-4/3 overflow-hidden border-line border-b bg-pine">
        <div className={`size-full ${dimmed ? 'opacity-45 grayscale' : ''}`}>{image}</div>
        <div className="absolute top-2 left-2 flex flex-wrap gap-2">{badges}</div>
      </div>
      <div className="flex flex-1 flex-col p-4">
        <div className={`flex-1 ${dimmed ? 'text-ink-soft' : ''}`}>
          <h2 className="font-semibold text-lg leading-snug [overflow-wrap:anywhere]">
            <OpenLink id={id} onOpen={onEdit} className={coveringLinkClass}>
              {title}
            </OpenLink>
          </h2>
          {children}
        </div>
        <CardActions what={title} onEdit={onEdit} onDelete={onDelete}>
          {actions}
        </CardActions>
      </div>
    </article>
  );
}

type CardActionsProps = {
  what: string;
  onEdit: () => void;
  onDelete: () => void;
  children: ReactNode;
};

export function CardActions({ what, onEdit, onDelete, children }: CardActionsProps) {
  const deletion = { label: 'Delete', Icon: Trash2, onClick: onDelete };
  return (
    <div className="relative z-1 mt-4 flex items-start justify-between gap-1.5">
      <div className="flex min-w-0 flex-wrap gap-1.5">
        {children}
        <CardAction label="Edit" what={what} Icon={Pencil} onClick={onEdit} />
      </div>
      <CardAction {...deletion} what={what} iconOnly />
    </div>
  );
}

type CardGridProps = { wide?: boolean; children: ReactNode };

export function CardGrid({ wide = false, children }: CardGridProps) {
  return (
    <div className={`grid gap-4 sm:grid-cols-2 ${wide ? '' : 'xl:grid-cols-3'}`}>{children}</div>
  );
}

type CardActionProps = {
  label: string;
  what: string;
  Icon: LucideIcon;
  onClick: () => void;
  busy?: boolean;
  iconOnly?: boolean;
};

export function CardAction(props: CardActionProps) {
  const { label, what, Icon, onClick, busy, iconOnly = false } = props;
  return (
    <button
      type="button"
      aria-label={`${label}: ${what}`}
      title={iconOnly ? label : undefined}
      aria-disabled={busy}
      onClick={onClick}
      className={`inline-flex min-h-11 items-center justify-center gap-2 rounded-md border border-line-firm px-3 font-medium hover:border-ink hover:bg-pine aria-disabled:cursor-progress aria-disabled:opacity-60 ${iconOnly ? '' : '@max-[24rem]:px-2'}`}
    >
      <Icon aria-hidden className={`size-5 ${iconOnly ? '' : '@max-[24rem]:hidden'}`} />
      {!iconOnly && <span>{label}</span>}
    </button>
  );
}

type ActiveSwitchProps = {
  active: boolean;
  what: string;
  busy: boolean;
  onToggle: () => void;
};

export function ActiveSwitch({ active, what, busy, onToggle }: ActiveSwitchProps) {
  const state = active ? 'Active' : 'Inactive';
  return (
    <button
      type="button"
      role="switch"
      aria-checked={active}
      aria-label={`${state}: ${what}`}
      aria-disabled={busy}
      onClick={onToggle}
      className="group inline-flex aria-disabled:cursor-progress aria-disabled:opacity-60 min-h-11 items-center gap-2.5 pr-2 font-medium"
    >
      <span
        aria-hidden
        className="flex h-6 w-11 rounded-full border border-line-firm bg-paper p-0.5 group-hover:border-ink group-aria-checked:justify-end group-aria-checked:border-moss group-aria-checked:bg-moss"
      >
        <span className="aspect-square h-full rounded-full bg-line-firm group-aria-checked:bg-white" />
      </span>
      <span>{state}</span>
    </button>
  );
}
