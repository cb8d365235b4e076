/** The body has more bytes than the service takes. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** The client went away in the middle of the body. */
export class BodyCutOff extends Error {
  override readonly name = 'BodyCutOff';
}

/** A piece of a few bytes takes some two hundred more in memory: so many are put together. */
const maxPieces = 1000;

/**
 * Reads a request's whole body, and stops where it is too large. What is left unread stays open, so
 * that the refusal still reaches the client. Where the size was told, HTTP itself holds the body to
 * it, and all is read at once.
 *
 * @param onPiece told the size of each piece in bytes; what it throws ends the reading
 * @throws BodyTooLarge, BodyCutOff
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  onPiece?: (bytes: number) => void,
): Promise<Buffer> {
  const told = request.headers.get('content-length');
  if (Number(told ?? 0) > maxBytes) throw new BodyTooLarge();
  if (told !== null && !onPiece) {
    const whole = Buffer.from(await request.arrayBuffer().catch(cutOff));
    if (whole.length > maxBytes) throw new BodyTooLarge();
    return whole;
  }
  const reader = request.body?.getReader();
  const blocks: Uint8Array[] = [];
  let pieces: Uint8Array[] = [];
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read().catch(cutOff);
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) throw new BodyTooLarge();
    onPiece?.(value.byteLength);
    pieces.push(value);
    if (pieces.length === maxPieces) {
      blocks.push(Buffer.concat(pieces));
      pieces = [];
    }
  }
  return Buffer.concat([...blocks, ...pieces]);
}

function cutOff(cause: unknown): never {
  throw new BodyCutOff('The body ended before it was complete', { cause });
}
