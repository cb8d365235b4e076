/** The body is larger than the service accepts. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** The connection ended before the body was complete. */
export class BodyCutOff extends Error {
  override readonly name = 'BodyCutOff';
}

/** A chunk of a few bytes takes some two hundred bytes of memory, so chunks are joined. */
const maxChunks = 1000;

/**
 * Reads a request's whole body, and stops if it is too large. The rest is not cancelled, so that the
 * response still reaches the client.
 *
 * @param onChunk called with the size of each chunk in bytes; an error that it throws ends the reading
 * @throws BodyTooLarge, BodyCutOff
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  onChunk?: (bytes: number) => void,
): Promise<Buffer> {
  const contentLength = request.headers.get('content-length');
  if (Number(contentLength ?? 0) > maxBytes) throw new BodyTooLarge();
  // HTTP guarantees that a body isn't longer than its content length.
  if (contentLength !== null && !onChunk) {
    const whole = Buffer.from(await request.arrayBuffer().catch(cutOff));
    if (whole.length > maxBytes) throw new BodyTooLarge();
    return whole;
  }
  const reader = request.body?.getReader();
  const blocks: Uint8Array[] = [];
  let chunks: Uint8Array[] = [];
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read().catch(cutOff);
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) throw new BodyTooLarge();
    onChunk?.(value.byteLength);
    chunks.push(value);
    if (chunks.length === maxChunks) {
      blocks.push(Buffer.concat(chunks));
      chunks = [];
    }
  }
  return Buffer.concat([...blocks, ...chunks]);
}

function cutOff(cause: unknown): never {
  throw new BodyCutOff('The body ended before it was complete', { cause });
}

/** PostgreSQL parses JSON recursively, on a small stack in the embedded database. */
export const maxJsonNesting = 100;

/** Returns how many objects and arrays are nested in a JSON text, without parsing it. */
export function getJsonNesting(text: string): number {
  let depth = 0;
  let maxDepth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') maxDepth = Math.max(maxDepth, ++depth);
    else if (character === '}' || character === ']') depth -= 1;
  }
  return maxDepth;
}
