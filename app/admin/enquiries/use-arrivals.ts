import { useEffect, useRef } from 'react';
import { type Arrival, readNewest, readSince } from '#app/data/arrivals.ts';
import type { InboxTable } from '#app/data/inbox.ts';
import { useAdminClient } from '../session.ts';
import { createPoller } from './poller.ts';

const interval = 20_000;
const pause = 1000;

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

    const isVisible = () => document.visibilityState === 'visible';
    const poller = createPoller({ look, isVisible, interval, pause });
    document.addEventListener('visibilitychange', poller.look);
    window.addEventListener('focus', poller.look);
    window.addEventListener('online', poller.look);
    return () => {
      current = false;
      poller.stop();
      document.removeEventListener('visibilitychange', poller.look);
      window.removeEventListener('focus', poller.look);
      window.removeEventListener('online', poller.look);
    };
  }, [client, table]);
}
