import { createConcurrencyLimit } from '#backend/concurrency-limit.ts';
import { getSitePrefix } from '#backend/network-of.ts';

/** Threads of libuv's pool of four that argon2 may occupy: file I/O and DNS lookups use the others. */
const maxHashes = 2;
const maxQueuedRequests = 40;

const hashes = createConcurrencyLimit({ maxRunning: maxHashes, maxQueued: Infinity });
const requests = createConcurrencyLimit({
  maxRunning: maxHashes + maxQueuedRequests,
  maxQueued: 0,
});
const networks = createConcurrencyLimit({ maxRunning: 1, maxQueued: 3 });
const sites = createConcurrencyLimit({ maxRunning: 1, maxQueued: 15 });

/** Runs one argon2 computation once fewer than two run in this process, in the order of the calls. */
export function runHash<Result>(compute: () => Promise<Result>): Promise<Result> {
  return hashes.run('', compute);
}

/**
 * Runs the part of a request that verifies or hashes passwords. A network (an IPv4 address or an
 * IPv6 /64) has one such request running and three waiting. An IPv6 /48, which is the most that one
 * subscriber gets (RFC 6177), has one running and fifteen waiting. A request from elsewhere waits
 * behind at most one of each of the others, and behind 41 in all.
 *
 * @param network as `networkOf` returns it
 * @throws TooManyRequests
 */
export function limitPasswordRequests<Result>(
  network: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const site = getSitePrefix(network);
  const admit = () => requests.run('', work);
  return networks.run(network, site ? () => sites.run(site, admit) : admit);
}
