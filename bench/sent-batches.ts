import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import pino from 'pino';
import { batchAsCaller } from '#backend/database/as-caller.ts';
import type { Batch } from '#backend/database/batch.ts';
import type { Database } from '#backend/database/database.ts';
import { openDatabase } from '#server/open-database.ts';
import { runBackend } from '#server/services.ts';
import { readSettings } from '#server/settings.ts';
import { caught, type SentBatches } from './same-sql.ts';
import { overHttp } from './table-work.ts';

/**
 * Has the site's backend answer each call once over HTTP, and catches what it gives its database: the
 * function of the backend that makes the batch, with the request's own headers and claims.
 *
 * @param environment settings of the site, whose tables are there already
 */
export async function sentBatches(environment: Record<string, string>): Promise<SentBatches> {
  const settings = readSettings(environment);
  const logger = pino({ level: 'silent' });
  const database = await openDatabase(settings.database, logger);
  const sent: Batch[] = [];
  const telling: Database = {
    ...database,
    oneAsCaller: (caller, statement, options) => {
      sent.push(batchAsCaller(database, { caller, ...options }, statement));
      return database.oneAsCaller(caller, statement, options);
    },
  };
  const { backend, keys, close } = await runBackend(settings, 'http://127.0.0.1', logger, telling);
  const server = createAdaptorServer({
    fetch: (request) => backend?.(request, '127.0.0.1') ?? new Response(null, { status: 404 }),
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { insert, read } = overHttp(`http://127.0.0.1:${port}`, keys.secretKey);
  const sentBy = async (call: () => Promise<unknown>) => {
    sent.length = 0;
    await call();
    const [batch, ...others] = sent;
    if (!batch || others.length > 0) throw new Error('A call was not one batch');
    return batch;
  };
  const batches = { insert: await sentBy(() => insert(caught)), read: await sentBy(read) };
  server.close();
  await close();
  return batches;
}
