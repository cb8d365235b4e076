import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { CardAction } from './card-action.tsx';

type RecordCardProps = {
  title: string;
  picture: ReactNode;
  badges: ReactNode;
  dimmed?: boolean;
  /** More that can be done, before Edit and Delete. */
  actions?: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
  children: ReactNode;
};

/** A record in a grid: its picture, what it is, and what can be done with it. */
export function RecordCard(props: RecordCardProps) {
  const { title, picture, badges, dimmed = false, actions, onEdit, onDelete, children } = props;
  return (
    <article
      aria-label={title}
      className="flex min-w-0 flex-col rounded-md border border-line bg-sheet"
    >
      <div className="relative aspect-4/3 overflow-hidden border-line border-b bg-pine">
        <div className={`size-full ${dimmed ? 'opacity-45 grayscale' : ''}`}>{picture}</div>
        <div className="absolute top-2 left-2 flex flex-wrap gap-2">{badges}</div>
      </div>
      <div className="flex flex-1 flex-col p-4">
        <div className={`flex-1 ${dimmed ? 'text-ink-soft' : ''}`}>
          <h2 className="font-semibold text-lg leading-snug [overflow-wrap:anywhere]">{title}</h2>
          {children}
        </div>
        <div className="mt-4 flex flex-wrap gap-2">
          {actions}
          <CardAction label="Edit" what={title} Icon={Pencil} onClick={onEdit} />
          <CardAction label="Delete" what={title} Icon={Trash2} onClick={onDelete} iconOnly />
        </div>
      </div>
    </article>
  );
}
