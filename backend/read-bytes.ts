/** The body has more bytes than the service takes. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** The client went away in the middle of the body. */
export class BodyCutOff extends Error {
  override readonly name = 'BodyCutOff';
}

/**
 * Reads a request's whole body, and stops where it is too large. What is left unread stays open, so
 * that the refusal still reaches the client.
 *
 * @param onPiece told the size of each piece in bytes; what it throws ends the reading
 * @throws BodyTooLarge, BodyCutOff
 */
export async function readBytes(
  { headers, body }: Request,
  maxBytes: number,
  onPiece: (bytes: number) => void = () => undefined,
): Promise<Buffer> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw new BodyTooLarge();
  const reader = body?.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new BodyCutOff('The body ended before it was complete', { cause });
    });
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) throw new BodyTooLarge();
    onPiece(value.byteLength);
    pieces.push(value);
  }
  return Buffer.concat(pieces);
}
