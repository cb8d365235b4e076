import { useState } from 'react';
import { setVideoOrder, type Video } from '#app/data/video-carousel.ts';
import { inOrder, moved, renumbered } from '#app/domain/content/video-list.ts';
import { useToasts } from '#app/ui/toast.tsx';
import type { Rows } from '../lists/use-rows.ts';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';

/**
 * The clips in their order, and how one is moved. A move shows at once; where it can't be stored
 * the list is read anew, and the person is told. One move is stored after the other.
 */
export function useReorder(list: Rows<Video>) {
  const client = useAdminClient();
  const toasts = useToasts();
  const [moving, setMoving] = useState<Video[]>();
  const stored = list.state.is === 'ready' ? inOrder(list.state.value) : [];

  async function move(id: string, to: string) {
    if (moving) return;
    const next = moved(stored, id, to);
    setMoving(next);
    try {
      const changed: Video[] = [];
      for (const { clip, order_index } of renumbered(next)) {
        changed.push(await setVideoOrder(client, clip, order_index));
      }
      for (const video of changed) list.replace(video);
    } catch (error) {
      logFailure('Could not store the order', error);
      toasts.failure('The new order could not be saved. Please try again.');
      list.reload();
    } finally {
      setMoving(undefined);
    }
  }

  return { videos: moving ?? stored, move };
}
