import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

/** Answers what it can at once, before the application sees it; false leaves it to the application. */
export type Front = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Opens the port and serves the application on it, behind what can be answered from memory.
 *
 * @param port 0 takes a free one
 * @returns the server and the port that it listens on
 * @throws the system's error where the port can't be opened
 */
export async function listen(
  app: Hono,
  { port, host }: { port: number; host: string },
  front: Front = () => false,
): Promise<{ server: Server; port: number }> {
  const serve = getRequestListener(app.fetch);
  const server = createServer((request, response) => {
    if (!front(request, response)) serve(request, response);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}
