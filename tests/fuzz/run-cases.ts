import { Agent } from 'node:http';
import fc from 'fast-check';
import { sendRequest } from '#bench/load/send-request.ts';
import type { CaseCaller, RequestCase } from './request-case.ts';

/** What the cases are sent to. */
export type FuzzTarget = {
  url: string;
  /** The headers of a caller; called for each request, because sessions end. */
  credentials: (caller: CaseCaller) => Promise<Record<string, string>>;
  /** Texts that only staff may read. */
  secrets: readonly string[];
};

type FuzzError = { message: string; sent: RequestCase; response: string };
type FuzzResult = { statuses: Record<string, number>; errors: FuzzError[] };

/** For a response on a busy machine. */
const timeoutMs = 20_000;
const senders = 6;
const chunkSize = 500;
/** A stack trace, a path of a source file, our own SQL. */
const internals = [
  /\n\s+at \S+ \(/,
  /file:\/\/\/|node_modules|\/(?:backend|server)\/[\w/-]+\.ts/,
  /set_config\(|request\.jwt\.claims|private\.rate_limits|encrypted_password"/,
];

/**
 * Sends cases and checks each response: no 5xx, no secret, no internals, within the timeout.
 *
 * @param seed the same seed sends the same cases
 */
export async function runCases(
  target: FuzzTarget,
  cases: fc.Arbitrary<RequestCase>,
  { count, seed }: { count: number; seed: number },
): Promise<FuzzResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: senders });
  const result: FuzzResult = { statuses: {}, errors: [] };
  for (let done = 0; done < count; done += chunkSize) {
    const some = fc.sample(cases, {
      numRuns: Math.min(chunkSize, count - done),
      seed: seed + done,
    });
    const waiting = some.values();
    await Promise.all(
      Array.from({ length: senders }, async () => {
        for (const sent of waiting) await sendAndCheck(target, agent, sent, result);
      }),
    );
  }
  agent.destroy();
  return result;
}

async function sendAndCheck(
  target: FuzzTarget,
  agent: Agent,
  sent: RequestCase,
  result: FuzzResult,
) {
  const report = (message: string, response = '') =>
    result.errors.push({ message, sent, response: response.slice(0, 600) });
  try {
    const { status, text } = await send(target, agent, sent);
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    if (status >= 500) report(`status ${status}`, text);
    if (sent.caller !== 'staff' && target.secrets.some((secret) => text.includes(secret))) {
      report('contains a secret', text);
    }
    if (status < 300 && isVisitor(sent) && hasExpression(sent)) {
      report('ran a regular expression of a visitor', text);
    }
    if (internals.some((trace) => trace.test(text) && !echoes(sent, trace)))
      report('contains internals', text);
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
  }
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

/** The response may contain what the caller sent. */
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
  // Each case has its own IP, so that no rate limit applies.
  const headers = { ...sent.headers, ...(await credentials(sent.caller)), 'x-forwarded-for': ip };
  return sendRequest(url, { ...sent, headers }, { agent, timeoutMs });
}
