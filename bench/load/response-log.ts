/** One answered request. `status` is 0 if no answer came, and `code` says why. */
export type LoggedResponse = {
  type: string;
  status: number;
  code: string;
  durationMs: number;
  /** When the answer came, in milliseconds since 1970. */
  endedAt: number;
  text: string;
};

type TypeFigures = {
  requests: number;
  statuses: Record<string, number>;
  p99Ms: number;
  maxMs: number;
};

/** Counts and measures the responses for each class of request. */
export function createResponseLog() {
  const durations = new Map<string, number[]>();
  const statuses = new Map<string, Record<string, number>>();
  const errors: Record<string, number> = {};
  return {
    /** Sends a request and logs what comes back. Never rejects. */
    log: async (
      type: string,
      send: () => Promise<{ status: number; text: string }>,
    ): Promise<LoggedResponse> => {
      const started = performance.now();
      const answer = await send().catch((error) => ({ status: 0, text: String(error) }));
      const durationMs = performance.now() - started;
      const { status, text } = answer;
      const code = status === 0 ? text : getErrorCode(status, text);
      const outcome = `${status} ${code}`.trim();
      const ofType = statuses.get(type) ?? {};
      ofType[outcome] = (ofType[outcome] ?? 0) + 1;
      statuses.set(type, ofType);
      const ofTypeMs = durations.get(type) ?? [];
      ofTypeMs.push(durationMs);
      durations.set(type, ofTypeMs);
      if (status < 200 || status >= 400) {
        errors[`${type}: ${outcome}`] = (errors[`${type}: ${outcome}`] ?? 0) + 1;
      }
      return { type, status, code, durationMs, endedAt: Date.now(), text };
    },
    figures: (): Record<string, TypeFigures> =>
      Object.fromEntries(
        [...durations].map(([type, all]) => [
          type,
          {
            requests: all.length,
            statuses: statuses.get(type) ?? {},
            p99Ms: percentile(all, 0.99),
            maxMs: percentile(all, 1),
          },
        ]),
      ),
    /** Everything but 2xx and 3xx, as `type: status code`, with how often it came. */
    errors: () => errors,
  };
}

export type ResponseLog = ReturnType<typeof createResponseLog>;

/** The nearest rank, to a tenth of a millisecond; 0 for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return Number((sorted[rank] ?? 0).toFixed(1));
}

/** The code in an error's JSON; empty if there is none. */
function getErrorCode(status: number, text: string): string {
  if (status < 400) return '';
  try {
    const { code, error_code } = JSON.parse(text);
    return String(error_code ?? code ?? '');
  } catch {
    return '';
  }
}
