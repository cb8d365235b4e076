import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Play, Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { Thumbnail } from '#app/admin/images/thumbnail.tsx';
import { DeletedLink, SearchField } from '#app/admin/lists/list-parts.tsx';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { headingId, useReturnFocus } from '#app/admin/lists/return-focus.ts';
import { moveItem, SortableGrid } from '#app/admin/lists/sortable-grid.tsx';
import { useDialogParam, useUrlSearch } from '#app/admin/lists/use-url-params.ts';
import { formQueryOptions, invalidateTable, pollIntervalMs } from '#app/admin/query-client.ts';
import { ActiveSwitch, RecordCard } from '#app/admin/records/record-list.tsx';
import { useUndoableDeletion } from '#app/admin/records/use-deletion.tsx';
import { useEditing, useRowMutation } from '#app/admin/records/use-records.tsx';
import { PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { listSections } from '#app/features/heroes/hero-form.ts';
import type { Client } from '#app/lib/client.ts';
import { isUnanswered } from '#app/lib/crud.ts';
import { matchesSearch } from '#app/lib/search-patterns.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import {
  deleteVideo,
  getRenumberedVideos,
  insertVideo,
  listVideos,
  setVideoActive,
  setVideoOrder,
  sortVideos,
  type Video,
} from '../video-carousel.ts';

async function loadSections(client: Client) {
  const [sections, { HeroSection }] = await Promise.all([
    listSections(client),
    import('#app/features/heroes/hero-section.tsx'),
  ]);
  return { sections, HeroSection };
}

const isVideos = (pathname: string) => /\/videos\/?$/.test(pathname);

export default function HomeContentScreen() {
  const client = useAdminClient();
  const query = useQuery({
    queryKey: ['home_content'],
    queryFn: () => loadSections(client),
    ...formQueryOptions,
  });
  const { pathname } = useLocation();
  const ready = !query.isPending;

  useEffect(() => {
    if (ready && isVideos(pathname)) document.getElementById(headingId)?.scrollIntoView();
  }, [ready, pathname]);

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <PageHeader title="Home Content" />
        <EditTexts />
      </div>
      <ListStates entityPlural="sections" shape="form" query={query}>
        {({ sections, HeroSection }) => (
          <div className="mb-10 grid gap-5">
            <HeroSection
              title="Hero Section"
              intro="The top of the home page."
              sectionName="hero"
              section={sections.find((section) => section.section_name === 'hero')}
            />
            <HeroSection
              title="Sheds Page Hero"
              intro="The top of the Custom Sheds page."
              sectionName="sheds_hero"
              section={sections.find((section) => section.section_name === 'sheds_hero')}
            />
          </div>
        )}
      </ListStates>
      <VideoSection />
    </>
  );
}

const SiteTextsDialog = lazy(() => import('./site-texts-dialog.tsx'));

function EditTexts() {
  const { value, open, close } = useDialogParam('texts');
  const { remember, finalFocus } = useReturnFocus();
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          remember();
          open('edit');
        }}
      >
        Edit Texts
      </Button>
      {value !== '' && (
        <Suspense>
          <SiteTextsDialog onClose={close} finalFocus={finalFocus} />
        </Suspense>
      )}
    </>
  );
}

const VideoDialog = lazy(() => import('./video-dialog.tsx'));

const table = 'video_carousel';

function VideoSection() {
  const client = useAdminClient();
  const query = useQuery({
    queryKey: [table],
    queryFn: () => listVideos(client),
    refetchInterval: pollIntervalMs,
  });
  const { change, isBusy } = useRowMutation({
    table,
    subject: 'the video',
    mutate: (client, { id, isActive }: { id: string; isActive: boolean }) =>
      setVideoActive(client, id, isActive),
    describe: ({ title, is_active }) =>
      `${title} is ${is_active ? 'shown on the home page' : 'no longer shown on the home page'}.`,
  });
  const { videos, move } = useReorder(query.data);
  const [search, setSearch] = useUrlSearch();
  const found = videos.filter(({ title, description }) =>
    matchesSearch([title, description], search),
  );
  const editing = useEditing<Video>(table, 'video');
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
      <ListStates entityPlural="videos" shape="cards" query={query}>
        {() =>
          videos.length === 0 ? (
            <p className="py-16 text-center text-ink-soft">
              No videos yet. The home page hides the carousel until a video is active.
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
      <DeletedLink table="video_carousel" />
      {editing.render((dialog) => (
        <VideoDialog {...dialog} />
      ))}
      {deletion.dialogs}
    </section>
  );
}

function useReorder(stored: Video[] = []) {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { mutate, isPending, variables } = useMutation({
    mutationKey: [table],
    async mutationFn(videos: Video[]) {
      for (const { clip, order_index } of getRenumberedVideos(videos)) {
        await setVideoOrder(client, clip, order_index);
      }
    },
    onSuccess: () => toasts.clear('video order'),
    onError(error) {
      toasts.error(
        isUnanswered(error)
          ? "The server didn't respond. Check the order before you try again."
          : "Couldn't save the new order. Please try again.",
        { key: 'video order' },
      );
      return invalidateTable(queryClient, table);
    },
  });
  const videos = sortVideos(stored);

  return {
    videos: isPending ? variables : videos,
    move: (id: string, to: string) => isPending || mutate(moveItem(videos, id, to)),
  };
}

type VideoCardProps = {
  video: Video;
  busy: boolean;
  handle: ReactNode;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

function VideoCard(props: VideoCardProps) {
  const { video, busy, handle, onToggle, onEdit, onDelete } = props;
  const { title, description, thumbnail_url, order_index, is_active } = video;
  return (
    <RecordCard
      id={video.id}
      title={title}
      dimmed={!is_active}
      image={
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
