import { expect, it } from 'vitest';
import type { Client } from '#app/lib/client.ts';
import { readDeletionTime } from './unused-images.ts';

const clientAt = (time: string | null) =>
  ({ rpc: () => ({ throwOnError: async () => ({ data: time }) }) }) as unknown as Client;

it.each([
  ['2026-11-28T08:00:00Z', '2026-11-28T08:00:00.000Z'],
  ['2026-12-28T08:00:00Z', '2026-11-28T09:00:00.000Z'],
  [null, undefined],
])(
  'files are deleted by the earlier of two clocks: the database says %s',
  async (time, earlier) => {
    const now = new Date('2026-11-28T09:00:00Z');
    expect((await readDeletionTime(clientAt(time), now))?.toISOString()).toBe(earlier);
  },
);
