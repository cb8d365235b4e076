/** A restart of the embedded database, whatever caused it. */
const restart = /^The embedded database (?:has stopped|was restarted)/;

/** Reads from the site's log when the embedded database was restarted, in milliseconds since 1970. */
export function restartTimes(log: string): number[] {
  return log
    .slice(0, log.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { time: number; msg?: string })
    .filter(({ msg }) => restart.test(msg ?? ''))
    .map(({ time }) => time);
}
