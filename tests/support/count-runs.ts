/** How many random cases a property is tried with: all of them in `npm run test:full`, a fifth in `npm test`. */
export function countRuns(full: number): number {
  return process.env.TEST_FULL === '1' ? full : Math.ceil(full / 5);
}
