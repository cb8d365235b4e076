import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { z } from 'zod';
import { writeDurably } from '#backend/disk/durable-file.ts';
import { BackupError } from './backup-error.ts';

// The process that has the embedded database has it alone, so a command asks it. It does so on this
// machine's loopback, with a secret that lies in the data folder for as long as the process runs.

const fileName = 'commands.json';
const door = z.object({ port: z.int(), secret: z.string() });
const order = z.object({ directory: z.string() });
const answer = z.object({ report: z.string().optional(), failure: z.string().optional() });

/**
 * Lets `npm run backup` ask this process.
 *
 * @param run makes a backup in a folder and tells about it
 * @returns a function that closes the door
 */
export async function openLocalCommands(
  dataDirectory: string,
  run: (directory: string) => Promise<string>,
  logger: Logger,
): Promise<() => Promise<void>> {
  const secret = randomBytes(32).toString('base64url');
  const server = createServer((incoming, response) => {
    answerCommand(incoming, response, secret, run).catch((error) => {
      logger.error({ error }, 'A command failed');
      response.writeHead(500).end(JSON.stringify({ failure: 'The command failed; see the log.' }));
    });
  });
  // A backup may take longer than any request.
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const path = join(dataDirectory, fileName);
  await rm(path, { force: true });
  await writeDurably(path, [Buffer.from(JSON.stringify({ port, secret }))]);
  return async () => {
    await rm(path, { force: true });
    server.close();
    server.closeAllConnections();
  };
}

async function answerCommand(
  incoming: IncomingMessage,
  response: ServerResponse,
  secret: string,
  run: (directory: string) => Promise<string>,
) {
  if (!isSecret(incoming.headers.authorization, secret) || incoming.method !== 'POST') {
    response.writeHead(403).end();
    return;
  }
  const { directory } = order.parse(await json(incoming));
  try {
    response.end(JSON.stringify({ report: await run(directory) }));
  } catch (error) {
    if (!(error instanceof BackupError) && !isSystemError(error)) throw error;
    response.writeHead(409).end(JSON.stringify({ failure: error.message }));
  }
}

/**
 * Asks the process that runs on a data folder for a backup.
 *
 * @returns what it tells about it; undefined where no process can be asked
 * @throws BackupError where it failed
 */
export async function askForBackup(
  dataDirectory: string,
  directory: string,
): Promise<string | undefined> {
  const found = await readDoor(join(dataDirectory, fileName));
  if (!found) return undefined;
  const asking = request({
    host: '127.0.0.1',
    port: found.port,
    method: 'POST',
    headers: { authorization: `Bearer ${found.secret}` },
  });
  asking.end(JSON.stringify({ directory }));
  try {
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    if (response.statusCode === 403) return undefined;
    const { report, failure } = answer.parse(await json(response));
    if (report === undefined) throw new BackupError(failure ?? 'The backup failed.');
    return report;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')
      return undefined;
    throw error;
  }
}

async function readDoor(path: string) {
  try {
    return door.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

function isSecret(header: string | undefined, secret: string): boolean {
  const given = Buffer.from(header ?? '');
  const expected = Buffer.from(`Bearer ${secret}`);
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
}

/** Such as a disk that is full or a folder that must not be written to; the message says which. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));
}
