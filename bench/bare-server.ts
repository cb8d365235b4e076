import { createServer } from 'node:http';

// A bare node:http that sends the same responses: the most that a server in Node can do. Its parent sends
// a response for each path, with the headers as a flat list and the body as base64, and one for all
// others; it sends the port back.

export type BareResponse = { status: number; headers: string[]; body: string };
export type BareResponses = { paths: Record<string, BareResponse>; others: BareResponse };

process.once('message', ({ paths, others }: BareResponses) => {
  const toBytes = (sent: BareResponse) => ({ ...sent, bytes: Buffer.from(sent.body, 'base64') });
  const known = new Map(Object.entries(paths).map(([path, sent]) => [path, toBytes(sent)]));
  const unknown = toBytes(others);
  const server = createServer(({ url = '' }, response) => {
    const { status, headers, bytes } = known.get(url) ?? unknown;
    response.writeHead(status, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
