import { sql } from 'kysely';
import type { Database } from '#backend/database/database.ts';
import { visitorStorageFull } from './refusal.ts';

/** Bytes of visitors' uploads that this process has received and not yet committed or discarded. */
let pendingBytes = 0;

/** The bytes of one upload of a visitor. */
export type PendingUpload = {
  /** @throws Refusal 507 once all pending uploads together exceed what is left of the visitors' storage */
  count(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** To be called once the file is committed or gone. */
  release(): void;
};

/** The policy of storage.objects knows committed images only; files that wait to be decoded take disk, too. */
export async function startPendingUpload({
  owner,
}: Pick<Database, 'owner'>): Promise<PendingUpload> {
  const { rows } = await sql<{ left: string }>`
    select private.visitor_storage_limit() - private.visitor_storage_used() as left`.execute(owner);
  const left = Number(rows[0]?.left);
  let ownBytes = 0;
  return {
    count: async function* (content) {
      for await (const chunk of content) {
        ownBytes += chunk.byteLength;
        pendingBytes += chunk.byteLength;
        if (pendingBytes > left) throw visitorStorageFull();
        yield chunk;
      }
    },
    release: () => {
      pendingBytes -= ownBytes;
      ownBytes = 0;
    },
  };
}
