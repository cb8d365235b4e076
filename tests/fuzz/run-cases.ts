import { Agent } from 'node:http';
import fc from 'fast-check';
import { sendRequest } from '#tests/support/load/send-request.ts';
import type { CaseCaller, RequestCase } from './request-case.ts';

/** What the cases are sent to. */
export type FuzzTarget = {
  url: string;
  /** The headers that make a caller; asked anew for each request, since sessions end. */
  credentials: (caller: CaseCaller) => Promise<Record<string, string>>;
  /** Words that nobody but staff may ever read. */
  secrets: readonly string[];
};

export type FuzzFault = { what: string; sent: RequestCase; answer?: string };
export type FuzzResult = {
  cases: number;
  statuses: Record<string, number>;
  slowest: number;
  faults: FuzzFault[];
};

/** An answer takes no longer, on however busy a machine, in milliseconds. */
const patience = 20_000;
const atOnce = 6;
const chunk = 500;
/** Traces of how the inside works: a stack, a path of a source file, our own SQL. */
const internals = [
  /\n\s+at \S+ \(/,
  /file:\/\/\/|node_modules|\/(?:backend|server)\/[\w/-]+\.ts/,
  /set_config\(|request\.jwt\.claims|private\.rate_limits|encrypted_password"/,
];

/**
 * Sends as many cases as asked and judges each answer: no fault of the server, nobody's secret,
 * nothing of the inside, in bounded time.
 *
 * @param seed the same seed sends the same cases
 */
export async function runCases(
  target: FuzzTarget,
  cases: fc.Arbitrary<RequestCase>,
  { count, seed }: { count: number; seed: number },
): Promise<FuzzResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const result: FuzzResult = { cases: 0, statuses: {}, slowest: 0, faults: [] };
  for (let done = 0; done < count; done += chunk) {
    const some = fc.sample(cases, { numRuns: Math.min(chunk, count - done), seed: seed + done });
    const waiting = some.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const sent of waiting) await judge(target, agent, sent, result);
      }),
    );
  }
  agent.destroy();
  return result;
}

async function judge(target: FuzzTarget, agent: Agent, sent: RequestCase, result: FuzzResult) {
  const started = performance.now();
  const report = (what: string, answer?: string) =>
    result.faults.push({
      what,
      sent,
      ...(answer === undefined ? {} : { answer: answer.slice(0, 600) }),
    });
  result.cases += 1;
  try {
    const { status, text } = await send(target, agent, sent);
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    if (status >= 500) report(`answered ${status}`, text);
    if (sent.caller !== 'staff' && target.secrets.some((secret) => text.includes(secret))) {
      report('told a secret', text);
    }
    if (status < 300 && isVisitor(sent) && hasExpression(sent)) {
      report('ran a regular expression for a visitor', text);
    }
    if (internals.some((trace) => trace.test(text) && !echoes(sent, trace)))
      report('told of its inside', text);
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
  }
  result.slowest = Math.max(result.slowest, performance.now() - started);
}

function isVisitor({ caller }: RequestCase) {
  return caller === 'anon' || caller === 'stranger';
}

const noFilters = new Set(['select', 'columns', 'on_conflict', 'order', 'limit', 'offset']);

/** True for a filter of the table interface by regular expression. */
function hasExpression({ method, target }: RequestCase): boolean {
  if (method === 'OPTIONS' || !target.startsWith('/rest/v1/')) return false;
  const { searchParams } = new URL(target, 'http://localhost');
  return [...searchParams].some(
    ([key, value]) => !noFilters.has(key) && /^(?:not\.)?i?match(?:\((?:any|all)\))?\./.test(value),
  );
}

/** What the caller has sent may come back. */
function echoes({ target, body, headers }: RequestCase, trace: RegExp): boolean {
  const decode = (text: string) =>
    text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const form = Buffer.from(body ?? '').toString();
  const sent = [target, decode(target), JSON.stringify(headers), form, decode(form)];
  return sent.some((text) => trace.test(text));
}

let visitors = 0;

async function send({ url, credentials }: FuzzTarget, agent: Agent, sent: RequestCase) {
  visitors += 1;
  const ip = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
  // Each case is a visitor of its own: what is wanted is every answer, not a full counter.
  const headers = { ...sent.headers, ...(await credentials(sent.caller)), 'x-forwarded-for': ip };
  return sendRequest(url, { ...sent, headers }, { agent, timeoutMs: patience });
}
