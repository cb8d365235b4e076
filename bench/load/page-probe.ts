import { Agent } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { sendRequest } from './send-request.ts';

// Requests pages at a steady rate on a thread of its own, so that nothing but the site delays them,
// and reports each duration. Ends when the thread is terminated.

export type ProbeOptions = { url: string; paths: string[]; perSecond: number };
export type ProbeMessage = { path: string; status: number; durationMs: number };

const { url, paths, perSecond } = workerData as ProbeOptions;
const agent = new Agent({ keepAlive: true });
const headers = { 'accept-encoding': 'br' };
let sent = 0;

setInterval(async () => {
  const path = paths[sent % paths.length] ?? '/';
  sent += 1;
  const began = performance.now();
  const request = { method: 'GET', target: path, headers };
  const { status } = await sendRequest(url, request, { agent, timeoutMs: 60_000 }).catch(() => ({
    status: 0,
  }));
  const durationMs = performance.now() - began;
  parentPort?.postMessage({ path, status, durationMs } satisfies ProbeMessage);
}, 1000 / perSecond);
