/** Whether this is `npm run test:full`, for single tests that are slow. */
export const isFull = process.env.TEST_FULL === '1';

/** How many random cases a property is tried with: all of them in `npm run test:full`, a twentieth in `npm test`. */
export function countRuns(full: number): number {
  return isFull ? full : Math.max(5, Math.ceil(full / 20));
}
