import { type ConcurrencyLimit, createConcurrencyLimit } from '#backend/concurrency-limit.ts';
import { TooManyRequests } from '#backend/rate-limit.ts';
import { decodingBusy } from './refusal.ts';

const maxQueued = 20;
/** A visitor's page sends three images at a time. */
const maxQueuedPerNetwork = 5;

/**
 * Decodes visitors' images one at a time, since that takes the memory. Each network has one image in the
 * shared queue, and its others wait behind that one: whoever sends many delays their own.
 *
 * @returns runs `work` for a network ('' is not limited) in turn; throws TooManyRequests if too much of this
 *   network waits, Refusal 503 if the images of too many networks do, and the signal's reason
 */
export function createVisitorDecoding(): ConcurrencyLimit['run'] {
  const ofNetwork = createConcurrencyLimit({ maxRunning: 1, maxQueued: maxQueuedPerNetwork });
  const ofAll = createConcurrencyLimit({ maxRunning: 1, maxQueued });
  return (network, work, signal) => {
    const runInTurn = () =>
      ofAll.run('', work, signal).catch((error) => {
        throw error instanceof TooManyRequests ? decodingBusy() : error;
      });
    return network === '' ? runInTurn() : ofNetwork.run(network, runInTurn, signal);
  };
}
