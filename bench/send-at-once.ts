import { Agent } from 'node:http';
import { getPriority, setPriority } from 'node:os';
import { sendRequest } from '#bench/load/send-request.ts';

// Sends many requests at once, each as of another network, and reports the statuses; 0 is a failed connection. In a process of its
// own and with a lower priority, so that its work, which is done by other machines in practice, takes no
// CPU from the site and does not delay the measurement.

export type Requests = { url: string; paths: string[]; firstNetwork: number };

const niceness = 10;

process.once('message', async ({ url, paths, firstNetwork }: Requests) => {
  setPriority(Math.min(19, getPriority() + niceness));
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const statuses: Record<string, number> = {};
  await Promise.all(
    paths.map(async (target, i) => {
      const network = firstNetwork + i;
      const headers = {
        'x-forwarded-for': `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`,
      };
      const request = { method: 'GET', target, headers };
      const { status } = await sendRequest(url, request, { agent, timeoutMs: 120_000 }).catch(
        () => ({ status: 0 }),
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
  );
  agent.destroy();
  process.send?.(statuses);
  process.disconnect();
});
