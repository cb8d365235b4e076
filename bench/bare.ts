import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import type { BareResponse, BareResponses } from './bare-server.ts';

/** Starts a bare node:http in its own process. */
export async function startBare(responses: BareResponses) {
  const child = fork(new URL('bare-server.ts', import.meta.url));
  child.send(responses);
  const [address] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** A response with its headers as they are sent, but for those that node:http adds itself. */
export function fetchRaw(url: string, headers: Record<string, string>): Promise<BareResponse> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const own = new Set(['date', 'connection', 'keep-alive']);
      const pairs = response.rawHeaders.filter(
        (_text, index, all) => !own.has(String(all[index - (index % 2)]).toLowerCase()),
      );
      const body = Buffer.concat(chunks).toString('base64');
      resolve({ status: response.statusCode ?? 0, headers: pairs, body });
    })
      .on('error', reject)
      .end();
  });
}
