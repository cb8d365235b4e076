import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import {
  deleteVideo,
  insertVideo,
  listVideos,
  setVideoActive,
  type Video,
} from '#app/data/video-carousel.ts';
import { matchesSearch } from '#app/domain/content/video-list.ts';
import { Button } from '#app/ui/button.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { headingId } from '../lists/return-focus.ts';
import { SortableGrid } from '../lists/sortable-grid.tsx';
import { useRowMutation } from '../lists/use-row-mutation.ts';
import { useUrlSearch } from '../lists/use-url-params.ts';
import { SearchField } from '../records/search-field.tsx';
import { useEditing } from '../records/use-editing.ts';
import { useUndoableDeletion } from '../records/use-undoable-deletion.ts';
import { useAdminClient } from '../session.ts';
import { useReorder } from './use-reorder.ts';
import { VideoCard } from './video-card.tsx';

const VideoDialog = lazy(() => import('./video-dialog.tsx'));

const table = 'video_carousel';

/** The videos of the home page as cards in their order. */
export function VideoSection() {
  const client = useAdminClient();
  const query = useQuery({ queryKey: [table], queryFn: () => listVideos(client) });
  const { change, isBusy } = useRowMutation({
    table,
    subject: 'The video',
    mutate: (client, { id, isActive }: { id: string; isActive: boolean }) =>
      setVideoActive(client, id, isActive),
  });
  const { videos, move } = useReorder(query.data);
  const [search, setSearch] = useUrlSearch();
  const found = videos.filter(({ title, description }) =>
    matchesSearch([title, description], search),
  );
  const editing = useEditing<Video>(table);
  const deletion = useUndoableDeletion<Video>({
    table,
    entity: 'video',
    question: 'Are you sure you want to delete this video?',
    getName: (video) => video.title,
    remove: deleteVideo,
    restore: insertVideo,
  });

  return (
    <section aria-labelledby={headingId}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2
          id={headingId}
          tabIndex={-1}
          className="scroll-mt-6 font-semibold text-xl leading-snug outline-none"
        >
          Video Carousel
        </h2>
        <Button disabled={query.data === undefined} onClick={editing.openNew}>
          <Plus aria-hidden className="size-5" />
          Add Video
        </Button>
      </div>
      <ListStates entityPlural="videos" query={query}>
        {() =>
          videos.length === 0 ? (
            <p className="py-16 text-center text-ink-soft">
              No videos yet. The home page leaves the carousel out until there is an active one.
            </p>
          ) : (
            <>
              <SearchField
                entityPlural="videos"
                value={search}
                onChange={setSearch}
                all={videos.length}
                found={found.length}
              />
              <SortableGrid label="Videos" rows={found} onMove={move}>
                {(video, handle) => (
                  <VideoCard
                    video={video}
                    // The found ones have no order of their own.
                    handle={search.trim() ? null : handle}
                    busy={isBusy(video.id)}
                    onToggle={() => change({ id: video.id, isActive: !video.is_active })}
                    onEdit={() => editing.openRow(video)}
                    onDelete={() => deletion.ask(video)}
                  />
                )}
              </SortableGrid>
            </>
          )
        }
      </ListStates>
      {editing.dialog && (
        <Suspense>
          <VideoDialog {...editing.dialog} />
        </Suspense>
      )}
      {deletion.dialogs}
    </section>
  );
}
