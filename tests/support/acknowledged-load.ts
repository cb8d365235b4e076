import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { runSql } from './empty-database.ts';
import { createSmallImage } from './small-image.ts';
import type { RunningSite } from './start-site.ts';

/** Everything that sites have acknowledged while they were under load. */
export type Load = {
  /** How many writes have been acknowledged by the site with this number, so far. */
  acknowledgedBy: (site: number) => number;
  /** How many writes have failed at the site with this number, so far. */
  failedAt: (site: number) => number;
  /** Ends the load, and resolves once no request is in progress. */
  stop: () => Promise<void>;
  /** Lists what was acknowledged and is not stored. */
  missing: (databaseUrl: string, site: RunningSite) => Promise<string[]>;
};

/** Writers per site; one more updates a row repeatedly, and one more uploads images. */
const writers = 3;

/**
 * Loads sites over HTTP: new messages, repeated changes of a status, and images, as fast as they are
 * answered. Failed writes are not retried.
 *
 * @param siteAt the site that has this number at the moment
 */
export function startLoad(count: number, siteAt: (site: number) => RunningSite): Load {
  let over = false;
  const subjects = new Set<string>();
  const notes = new Map<string, number>();
  const images = new Map<string, string>();
  const acknowledged = Array<number>(count).fill(0);
  const failed = Array<number>(count).fill(0);

  const repeat = async (site: number, write: (n: number) => Promise<boolean>) => {
    for (let n = 1; !over; n += 1) {
      const isAcknowledged = await write(n).catch(() => false);
      const counts = isAcknowledged ? acknowledged : failed;
      counts[site] = (counts[site] ?? 0) + 1;
      if (!isAcknowledged) await sleep(20);
    }
  };
  const send = (site: number) => async () => {
    const subject = randomUUID();
    const { error } = await siteAt(site)
      .service.from('contact_submissions')
      .insert(newContactMessage({ subject }));
    if (!error) subjects.add(subject);
    return !error;
  };
  const change = (site: number, id: string) => async (n: number) => {
    const { service } = siteAt(site);
    if (!notes.has(id)) {
      // A repeated enquiry would be skipped.
      const row = { id, ...newQuoteRequest({ custom_message: id }) };
      const { error } = await service.from('quote_requests').insert(row);
      if (!error) notes.set(id, 0);
      return !error;
    }
    const { data } = await service
      .from('quote_requests')
      .update({ status: n % 2 === 0 ? 'pending' : 'responded', notes: String(n) })
      .eq('id', id)
      .select();
    if (data?.length !== 1) return false;
    notes.set(id, n);
    return true;
  };
  const upload = (site: number) => async () => {
    await sleep(50);
    const image = await createSmallImage();
    const path = `sheds/${randomUUID()}.jpg`;
    const { error } = await siteAt(site)
      .service.storage.from('images')
      .upload(path, image, { contentType: 'image/jpeg' });
    if (!error) images.set(path, digest(image));
    return !error;
  };
  const streams = Array.from({ length: count }, (_, site) => [
    ...Array.from({ length: writers }, () => repeat(site, send(site))),
    repeat(site, change(site, randomUUID())),
    repeat(site, upload(site)),
  ]).flat();

  return {
    acknowledgedBy: (site) => acknowledged[site] ?? 0,
    failedAt: (site) => failed[site] ?? 0,
    stop: async () => {
      over = true;
      await Promise.all(streams);
    },
    missing: async (databaseUrl, site) => {
      const sent = await runSql<{ subject: string }>(
        databaseUrl,
        'select subject from public.contact_submissions',
      );
      const changed = await runSql<{ id: string; notes: string | null }>(
        databaseUrl,
        'select id, notes from public.quote_requests',
      );
      const storedSubjects = new Set(sent.map(({ subject }) => subject));
      const storedNotes = new Map(changed.map((row) => [row.id, Number(row.notes ?? 0)]));
      const lost = [...subjects].filter((subject) => !storedSubjects.has(subject));
      // A later change may be stored without an acknowledgement; an earlier one must not be.
      for (const [id, n] of notes) if ((storedNotes.get(id) ?? -1) < n) lost.push(`${id} at ${n}`);
      for (const [path, expected] of images) {
        const { data } = await site.service.storage.from('images').download(path);
        const bytes = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0));
        if (digest(bytes) !== expected) lost.push(path);
      }
      return lost;
    },
  };
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
