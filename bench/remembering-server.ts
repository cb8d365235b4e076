import { request as ask, createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

// Asks a site once for each method, and answers everything after that by itself, with the same bytes: the
// most that HTTP and supabase-js leave to whatever stands behind them. The site's address stands in the
// command; it sends its port to its parent.

type Answer = { status: number; headers: string[]; body: Buffer };

const site = process.argv[2] ?? '';
const answers = new Map<string, Promise<Answer>>();
/** Of a connection, not of an answer: the server writes its own. */
const ofConnection = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

const server = createServer(async (request, response) => {
  const method = request.method ?? '';
  const answer = answers.get(method) ?? answerOf(request);
  answers.set(method, answer);
  const { status, headers, body } = await answer;
  response.writeHead(status, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));

async function answerOf(request: IncomingMessage): Promise<Answer> {
  const { method, url = '', headers } = request;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const asked = ask(new URL(url, site), { method, headers }, resolve).on('error', reject);
  asked.end(await buffer(request));
  const answer = await promise;
  const body = await buffer(answer);
  const named = Object.entries(answer.headers).filter(([name]) => !ofConnection.has(name));
  const lasting = named.flatMap(([name, value]) => [name, String(value)]);
  return { status: answer.statusCode ?? 0, headers: lasting, body };
}
