import { createConcurrencyLimit } from '#backend/concurrency-limit.ts';
import { getSitePrefix } from '#backend/network-of.ts';

/** Threads of libuv's pool of four that argon2 may occupy: file I/O and DNS lookups use the others. */
const maxHashes = 2;

const hashes = createConcurrencyLimit({ maxRunning: maxHashes, maxQueued: Infinity });
const networks = createConcurrencyLimit({ maxRunning: 1, maxQueued: 3 });
const sites = createConcurrencyLimit({ maxRunning: 1, maxQueued: 15 });
/** Of all networks together, by whether a session of theirs is open: these never wait for the others' queue. */
const requests = createConcurrencyLimit({ maxRunning: maxHashes, maxQueued: 200 });

/** Runs one argon2 computation once fewer than two run in this process, in the order of the calls. */
export function runHash<Result>(compute: () => Promise<Result>): Promise<Result> {
  return hashes.run('', compute);
}

/**
 * Runs the part of a request that verifies or hashes passwords. A network (an IPv4 address or an
 * IPv6 /64) has one such request running and three waiting. An IPv6 /48, which is the most that one
 * subscriber gets (RFC 6177), has one running and fifteen waiting. Of all networks together, two
 * requests run and 200 wait. Known networks have a queue of their own beside it, so that a request from
 * one waits behind two of strangers at most, however many networks these have.
 *
 * @param network as `networkOf` returns it
 * @param isKnown whether somebody of the site uses the network; called once it is its turn
 * @throws TooManyRequests
 */
export function limitPasswordRequests<Result>(
  network: string,
  isKnown: (network: string) => Promise<boolean>,
  work: (isKnown: boolean) => Promise<Result>,
): Promise<Result> {
  return networks.run(network, async () => {
    if (await isKnown(network)) return requests.run('known', () => work(true));
    const admit = () => requests.run('unknown', () => work(false));
    const site = getSitePrefix(network);
    return site ? sites.run(site, admit) : admit();
  });
}
