import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Video } from '#app/data/video-carousel.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Thumbnail } from '../pictures/thumbnail.tsx';
import { ActiveSwitch } from '../records/active-switch.tsx';
import { RecordCard } from '../records/record-card.tsx';

type VideoCardProps = {
  video: Video;
  busy: boolean;
  /** The handle that it is dragged by. */
  handle: ReactNode;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** A video of the list, dimmed if visitors don't see it. */
export function VideoCard(props: VideoCardProps) {
  const { video, busy, handle, onToggle, onEdit, onDelete } = props;
  const { title, description, thumbnail_url, order_index, is_active } = video;
  return (
    <RecordCard
      title={title}
      dimmed={!is_active}
      picture={
        thumbnail_url ? (
          <Thumbnail path={thumbnail_url} alt="" width={640} className="size-full" />
        ) : (
          <span className="grid size-full place-items-center text-ink-soft">
            <Play aria-hidden className="size-10" strokeWidth={1.5} />
          </span>
        )
      }
      badges={!is_active && <Badge tone="waiting">Inactive</Badge>}
      actions={
        <>
          {handle}
          <ActiveSwitch active={is_active} what={title} busy={busy} onToggle={onToggle} />
        </>
      }
      onEdit={onEdit}
      onDelete={onDelete}
    >
      {description && <p className="mt-1 line-clamp-2">{description}</p>}
      <p className="mt-2 text-ink-soft text-sm">Order: {order_index}</p>
    </RecordCard>
  );
}
