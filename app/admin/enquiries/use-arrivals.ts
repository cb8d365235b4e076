import { useEffect, useRef } from 'react';
import { type Arrival, readNewest, readSince } from '#app/data/arrivals.ts';
import type { InboxTable } from '#app/data/inbox.ts';
import { pollWhileVisible } from '../poller.ts';
import { useAdminClient } from '../session.ts';

const interval = 20_000;

/**
 * Tells how many enquiries have come since the last time, without a reload: looks every 20 seconds
 * while the page is visible, and at once when it comes into sight or back online.
 * @param onArrival called with a number above 0
 */
export function useArrivals(table: InboxTable, onArrival: (count: number) => void): void {
  const client = useAdminClient();
  const tell = useRef(onArrival);

  useEffect(() => {
    tell.current = onArrival;
  }, [onArrival]);

  useEffect(() => {
    let current = true;
    let newest: Arrival | null = null;
    let started = false;
    const seen = new Set<string>();

    async function look() {
      newest ??= await readNewest(client, table);
      const rows = await readSince(client, table, newest);
      if (!current) return;
      const arrived = rows.filter(({ id }) => !seen.has(id));
      for (const { id } of arrived) seen.add(id);
      newest = rows[0] ?? newest;
      if (started && arrived.length > 0) tell.current(arrived.length);
      started = true;
    }

    const stop = pollWhileVisible({ look, interval });
    return () => {
      current = false;
      stop();
    };
  }, [client, table]);
}
