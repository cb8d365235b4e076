import { Worker } from 'node:worker_threads';
import type { ProbeMessage, ProbeOptions } from './page-probe.ts';
import { percentile } from './response-log.ts';

/** Pages that are cached, and that each visitor sees first. */
export const cachedPages = ['/', '/sheds', '/blog', '/contact', '/quote-request', '/privacy'];

/** Requests pages at a steady rate until it is stopped. */
export function startPageProbe(options: ProbeOptions): () => Promise<{
  requests: number;
  statuses: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}> {
  const worker = new Worker(new URL('./page-probe.ts', import.meta.url), { workerData: options });
  const durations: number[] = [];
  const statuses: Record<string, number> = {};
  worker.on('message', ({ status, durationMs }: ProbeMessage) => {
    durations.push(durationMs);
    statuses[status] = (statuses[status] ?? 0) + 1;
  });
  return async () => {
    await worker.terminate();
    return {
      requests: durations.length,
      statuses,
      p50Ms: percentile(durations, 0.5),
      p99Ms: percentile(durations, 0.99),
      maxMs: percentile(durations, 1),
    };
  };
}
