import { Plus } from 'lucide-react';
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
import { useAddressSearch } from '../lists/use-address.ts';
import { useChange } from '../lists/use-change.ts';
import { useRows } from '../lists/use-rows.ts';
import { SearchField } from '../records/search-field.tsx';
import { useEditing } from '../records/use-editing.ts';
import { useUndoableDeletion } from '../records/use-undoable-deletion.ts';
import { useAdminClient } from '../session.ts';
import { useReorder } from './use-reorder.ts';
import { VideoCard } from './video-card.tsx';
import { VideoDialog } from './video-dialog.tsx';

/** The clips of the home page as cards in their order. */
export function VideoSection() {
  const client = useAdminClient();
  const list = useRows(listVideos);
  const change = useChange(list, 'The video');
  const { videos, move } = useReorder(list);
  const [search, setSearch] = useAddressSearch();
  const found = videos.filter(({ title, description }) =>
    matchesSearch([title, description], search),
  );
  const editing = useEditing<Video>(list.reload);
  const deletion = useUndoableDeletion<Video>({
    thing: 'video',
    question: 'Are you sure you want to delete this video?',
    name: (video) => video.title,
    list,
    remove: deleteVideo,
    putBack: insertVideo,
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
            <>
              <SearchField
                things="videos"
                value={search}
                onChange={setSearch}
                all={videos.length}
                found={found.length}
              />
              <SortableGrid label="Videos" rows={found} onMove={move}>
                {(video, handle) => (
                  <VideoCard
                    video={video}
                    // Among some of them, a place means nothing.
                    handle={search.trim() ? null : handle}
                    onToggle={() =>
                      change(() => setVideoActive(client, video.id, !video.is_active))
                    }
                    onEdit={() => editing.openRow(video)}
                    onDelete={() => deletion.ask(video)}
                  />
                )}
              </SortableGrid>
            </>
          )
        }
      </ListStates>
      {editing.dialog && <VideoDialog {...editing.dialog} />}
      {deletion.dialogs}
    </section>
  );
}
