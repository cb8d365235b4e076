import { Play, Plus } from 'lucide-react';
import { deleteVideo, listVideos, updateVideo, type Video } from '#app/data/video-carousel.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { useDeletion } from '../enquiries/use-deletion.tsx';
import { useRows } from '../enquiries/use-rows.ts';
import { Thumbnail } from '../pictures/thumbnail.tsx';
import { ActiveSwitch } from '../records/active-switch.tsx';
import { ListStates } from '../records/list-states.tsx';
import { RecordCard } from '../records/record-card.tsx';
import { SortableGrid } from '../records/sortable-grid.tsx';
import { useChange } from '../records/use-change.ts';
import { useEditing } from '../records/use-editing.ts';
import { useAdminClient } from '../session.ts';
import { useReorder } from './use-reorder.ts';
import { VideoDialog } from './video-dialog.tsx';

/** The clips of the home page as cards in their order. */
export function VideoSection() {
  const client = useAdminClient();
  const toasts = useToasts();
  const list = useRows(listVideos);
  const change = useChange(list, 'The video');
  const { videos, move } = useReorder(list);
  const editing = useEditing<Video>();
  const deletion = useDeletion<Video>({
    question: 'Are you sure you want to delete this video?',
    remove: (video) => deleteVideo(client, video.id),
    onRemoved(video) {
      list.remove(video.id);
      toasts.news(`${video.title} is deleted.`);
    },
    refused: (message) => `The video could not be deleted: ${message}`,
    brokeOff: 'The video could not be deleted. Please try again.',
  });

  return (
    <section aria-labelledby="video-carousel">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2
          id="video-carousel"
          tabIndex={-1}
          className="scroll-mt-6 font-semibold text-xl leading-snug outline-none"
        >
          Video Carousel
        </h2>
        <Button disabled={list.state.is !== 'ready'} onClick={editing.openNew}>
          <Plus aria-hidden className="size-5" />
          Add Video
        </Button>
      </div>
      <ListStates things="videos" list={list}>
        {() =>
          videos.length === 0 ? (
            <p className="py-16 text-center text-ink-soft">
              No videos yet. The home page leaves the carousel out until there is an active one.
            </p>
          ) : (
            <SortableGrid label="Videos" rows={videos} onMove={move}>
              {(video, handle) => (
                <RecordCard
                  title={video.title}
                  dimmed={!video.is_active}
                  picture={<VideoPicture video={video} />}
                  badges={!video.is_active && <Badge tone="waiting">Inactive</Badge>}
                  actions={
                    <>
                      {handle}
                      <ActiveSwitch
                        active={video.is_active}
                        what={video.title}
                        onToggle={() =>
                          change(() =>
                            updateVideo(client, video.id, { is_active: !video.is_active }),
                          )
                        }
                      />
                    </>
                  }
                  onEdit={() => editing.openRow(video)}
                  onDelete={() => deletion.ask(video)}
                >
                  {video.description && <p className="mt-1 line-clamp-2">{video.description}</p>}
                  <p className="mt-2 text-ink-soft text-sm">Order: {video.order_index}</p>
                </RecordCard>
              )}
            </SortableGrid>
          )
        }
      </ListStates>
      {editing.target && (
        <VideoDialog
          video={editing.target.row}
          onClose={editing.close}
          onSaved={(video) => {
            editing.close();
            list.reload();
            toasts.news(`${video.title} is saved.`);
          }}
          finalFocus={editing.finalFocus}
        />
      )}
      {deletion.dialogs}
    </section>
  );
}

function VideoPicture({ video }: { video: Video }) {
  if (video.thumbnail_url) {
    return <Thumbnail path={video.thumbnail_url} alt="" width={640} className="size-full" />;
  }
  return (
    <span className="grid size-full place-items-center text-ink-soft">
      <Play aria-hidden className="size-10" strokeWidth={1.5} />
    </span>
  );
}
