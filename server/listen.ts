import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';

/**
 * Opens the port and serves the application on it.
 *
 * @param port 0 takes a free one
 * @returns the server and the port that it listens on
 * @throws the system's error where the port can't be opened
 */
export async function listen(
  app: Hono,
  { port, host }: { port: number; host: string },
): Promise<{ server: Server; port: number }> {
  const server = serve({
    fetch: app.fetch,
    port,
    hostname: host,
  }) as Server;
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}
