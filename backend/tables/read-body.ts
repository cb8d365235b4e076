import { isVisitor } from '#backend/database/database.ts';
import { BodyTooLarge, readBytes } from '#backend/read-bytes.ts';
import { invalidBody, TablesError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { requireAllowed, visitorLimits } from './visitor-rules.ts';

const largestBody = 1024 * 1024;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a request's JSON text, at most 1 MiB of it, and of a visitor's at most 256 KiB.
 *
 * @returns the text as it was sent; empty where there is no body
 * @throws TablesError 413 or, for visitors, 403 with 42501 where it is larger, PGRST102 where it is no
 *   UTF-8 or of another type
 */
export async function readBody({ request, caller }: Exchange): Promise<string> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type && type !== 'application/json') {
    throw invalidBody(`Content-Type not acceptable: ${type.slice(0, 100)}`);
  }
  const { maxPayloadBytes } = visitorLimits;
  try {
    const bytes = await readBytes(request, isVisitor(caller) ? maxPayloadBytes : largestBody);
    return decoder.decode(bytes);
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw invalidBody();
    requireAllowed(caller, `send bodies of more than ${maxPayloadBytes / 1024} KiB`);
    throw tooLarge();
  }
}

function tooLarge() {
  return new TablesError(413, 'PGRST102', 'The body is larger than 1 MiB');
}
