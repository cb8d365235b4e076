import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logError } from '#app/admin/log-error.ts';
import { invalidateTable } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { markQuoteRead } from '../quote-news.ts';
import type { Quote } from '../quotes.ts';

/** Marks what the customer has done as read, for all staff, once it is on the screen. */
export function useMarkRead({ id, unread_at }: Quote, isShown: boolean): void {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (unread_at === null || !isShown) return;
    markQuoteRead(client, id, unread_at).then(
      () => invalidateTable(queryClient, 'quotes'),
      (error) => logError('Could not mark a quote as read', error),
    );
  }, [client, queryClient, id, unread_at, isShown]);
}
