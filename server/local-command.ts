import { once } from 'node:events';
import { type IncomingMessage, request as openRequest } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';
import type { Keys } from '#backend/auth/keys.ts';
import { isLocal } from '#backend/client-network.ts';

// Only one process can open the embedded database, so commands such as `npm run backup` ask the
// running site. Requests and answers are encrypted with a key from keys.json, which only the site's
// account can read: another program on the port can neither use them nor read a password in them.

/** A command that the site runs for a program on the same machine. */
export type LocalCommand<Input> = {
  path: string;
  input: z.ZodType<Input>;
  /** What the operator calls its work. */
  noun: string;
};

/** Where a request came from: its connection. */
type Peer = Pick<Socket, 'remoteAddress' | 'localAddress'>;

export type LocalRoute = {
  path: string;
  handle: (request: Request, peer: Peer) => Promise<Response>;
};

type CommandKey = Pick<Keys, 'commandKey'>;

/** The site could not run a command. The message says why. */
export class LocalCommandError extends Error {
  override readonly name = 'LocalCommandError';
}

const lifetime = '1 minute';
const maxBytes = 1024 * 1024;
const proxyHeaders = [
  ...['forwarded', 'via', 'x-real-ip'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
];
const answer = z.union([z.object({ report: z.string() }), z.object({ error: z.string() })]);

/**
 * Creates the route of a command. It answers 403 to other machines and proxies, 401 to a request
 * that isn't encrypted with the key, and 409 if the command fails with an expected error.
 *
 * @param run gets a signal that aborts when the connection is closed, and returns the report
 */
export function createLocalRoute<Input>(
  { path, input }: LocalCommand<Input>,
  keys: CommandKey,
  run: (input: Input, signal: AbortSignal) => Promise<string>,
  isExpected: (error: unknown) => error is Error,
): LocalRoute {
  const respond = async (status: number, result: z.infer<typeof answer>) =>
    new Response(await encrypt(keys, `answer of ${path}`, result), { status });
  return {
    path,
    handle: async (request, peer) => {
      if (!isDirect(request.headers, peer)) {
        const error = 'Commands work only on the machine of the site, and not through a proxy.';
        return Response.json({ error }, { status: 403 });
      }
      const bytes = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
      const given =
        bytes <= maxBytes ? await decrypt(keys, path, input, await request.text()) : undefined;
      if (given === undefined) return Response.json({ error: 'Wrong token.' }, { status: 401 });
      try {
        return await respond(200, { report: await run(given, request.signal) });
      } catch (error) {
        if (!isExpected(error)) throw error;
        return respond(409, { error: error.message });
      }
    },
  };
}

/** A site that listens on one address only gets requests of its own machine from that address. */
function isDirect(headers: Headers, { remoteAddress = '', localAddress }: Peer): boolean {
  if (proxyHeaders.some((name) => headers.has(name))) return false;
  return isLocal(remoteAddress) || remoteAddress === localAddress;
}

/**
 * Asks the site to run a command, and waits as long as that takes.
 *
 * @returns the report, or undefined if no site with these keys listens
 * @throws LocalCommandError if the command failed
 */
export async function sendLocalCommand<Input extends Record<string, unknown>>(
  siteUrl: string,
  { path, noun }: LocalCommand<Input>,
  keys: CommandKey,
  input: Input,
): Promise<string | undefined> {
  const body = await encrypt(keys, path, input);
  if (body.length > maxBytes) throw new LocalCommandError('The input is too long.');
  // Unlike fetch, node:http has no time limit.
  const outgoing = openRequest(new URL(path, siteUrl), { method: 'POST' });
  outgoing.end(body);
  const incoming = await once(outgoing, 'response').then(
    ([first]) => first as IncomingMessage,
    (error: NodeJS.ErrnoException) => {
      if (/^E(CONNREFUSED|NOTFOUND)$/.test(error.code ?? '')) return undefined;
      throw new LocalCommandError(
        `The site stopped before the ${noun} was complete (${error.code}).`,
      );
    },
  );
  if (!incoming) return undefined;
  const result = await decrypt(keys, `answer of ${path}`, answer, await text(incoming));
  if (result && 'report' in result) return result.report;
  if (result) throw new LocalCommandError(result.error);
  if (incoming.statusCode === 500) {
    throw new LocalCommandError(`The ${noun} failed; the site's log says why.`);
  }
  if (incoming.statusCode === 503) {
    throw new LocalCommandError('The site is busy. Please try again in a few minutes.');
  }
  return undefined;
}

const encrypt = ({ commandKey }: CommandKey, audience: string, content: Record<string, unknown>) =>
  new EncryptJWT(content)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience(audience)
    .setExpirationTime(lifetime)
    .encrypt(commandKey);

/** Returns undefined for a text that `encrypt` did not create with this key and audience in the last minute. */
async function decrypt<Content>(
  { commandKey }: CommandKey,
  audience: string,
  schema: z.ZodType<Content>,
  token: string,
): Promise<Content | undefined> {
  const options = { audience, requiredClaims: ['exp'] };
  const decrypted = await jwtDecrypt(token, commandKey, options).catch(() => undefined);
  return decrypted && schema.safeParse(decrypted.payload).data;
}
