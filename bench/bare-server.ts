import { createServer } from 'node:http';

// A bare node:http that sends one answer to everything: the most that a server in Node can do.
// Its parent sends the headers as a flat list, and the body as base64; it sends the port back.

process.once('message', ({ headers, body }: { headers: string[]; body: string }) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
