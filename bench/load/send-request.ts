import { type Agent, type IncomingMessage, request } from 'node:http';

type OutgoingRequest = {
  method: string;
  /** Path and query, sent as they are. */
  target: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
};

/** Sends one request as it is, without a URL parser or redirects. @throws Error after `timeoutMs` without a byte */
export async function sendRequest(
  url: string,
  { method, target, headers, body }: OutgoingRequest,
  { agent, timeoutMs }: { agent: Agent; timeoutMs: number },
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { hostname, port } = new URL(url);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const length = bytes ? { 'content-length': String(bytes.byteLength) } : {};
  const outgoing = request(
    { agent, hostname, port, method, path: target, headers: { ...headers, ...length } },
    resolve,
  );
  outgoing.setTimeout(timeoutMs, () =>
    outgoing.destroy(new Error(`No answer within ${timeoutMs} ms`)),
  );
  outgoing.on('error', reject);
  outgoing.end(bytes);
  const incoming = await promise;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return { status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() };
}
