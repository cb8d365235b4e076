import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Bare, bareOf, type Message } from './table-work.ts';

// The least that puts a database behind HTTP: parses the body, runs the statement, writes the rows. Its
// target stands in the command; it sends its port to its parent.

const bare = await bareOf(JSON.parse(process.argv[2] ?? ''));

const server = createServer(async (request, response) => {
  const body = JSON.stringify(await answer(request, bare));
  response.writeHead(request.method === 'POST' ? 201 : 200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body ?? ''),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));

async function answer(request: IncomingMessage, { insert, read }: Bare) {
  if (request.method !== 'POST') return read();
  await insert((await json(request)) as Message);
  return undefined;
}
