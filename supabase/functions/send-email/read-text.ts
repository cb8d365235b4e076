/**
 * Reads a body as text.
 *
 * @returns undefined beyond `maxBytes`; empty if the client disconnected
 */
export async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return undefined;
  if (!request.body) return '';
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  try {
    for await (const chunk of request.body.values({ preventCancel: true })) {
      size += chunk.byteLength;
      if (size > maxBytes) return undefined;
      text += decoder.decode(chunk, { stream: true });
    }
  } catch {
    return '';
  }
  return text + decoder.decode();
}
