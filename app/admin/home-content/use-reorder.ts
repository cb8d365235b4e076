import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setVideoOrder, type Video } from '#app/data/video-carousel.ts';
import { inOrder, moved, renumbered } from '#app/domain/content/video-list.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { invalidateTable } from '../query-client.ts';
import { useAdminClient } from '../session.ts';

const table = 'video_carousel';

/**
 * The videos in their order, and how one is moved. A move is shown while it is stored; if that
 * fails, the stored order is shown again. One move is stored at a time.
 */
export function useReorder(stored: Video[] = []) {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { mutate, isPending, variables } = useMutation({
    mutationKey: [table],
    async mutationFn(videos: Video[]) {
      for (const { clip, order_index } of renumbered(videos)) {
        await setVideoOrder(client, clip, order_index);
      }
    },
    onError() {
      toasts.failure('The new order could not be saved. Please try again.');
      return invalidateTable(queryClient, table);
    },
  });
  const videos = inOrder(stored);

  return {
    videos: isPending ? variables : videos,
    move: (id: string, to: string) => isPending || mutate(moved(videos, id, to)),
  };
}
