import { Agent } from 'node:http';
import fc from 'fast-check';
import { type ExpensiveRequest, expensiveRequests } from '#tests/fuzz/expensive-requests.ts';
import { isExpectedResponse } from '#tests/fuzz/expensive-responses.ts';
import { repeatUntil } from './repeat.ts';
import type { LoggedResponse, ResponseLog } from './response-log.ts';
import { sendRequest } from './send-request.ts';

type ExpensiveLoad = {
  url: string;
  publishableKey: string;
  /** Of a signed-in account; without one the requests are a visitor's. */
  accessToken?: string;
  /** The same seed sends the same requests in the same order. */
  seed: number;
  seconds: number;
  /** How many requests are under way at once, and the shortest time between two of each sender. */
  senders: number;
  intervalMs: number;
  log: ResponseLog;
};

type UnexpectedAnswer = Pick<LoggedResponse, 'type' | 'status' | 'code' | 'durationMs'> & {
  target: string;
  text: string;
};

/** Timeout of a response in milliseconds: two statements of 10 s may run before it. */
const timeoutMs = 60_000;
const maxReported = 20;
/** Runs only these classes, separated by commas. */
const onlyTypes = process.env.EXPENSIVE_TYPES?.split(',');

/**
 * Sends expensive requests for a while. Those of visitors come from one IP and from many in turn, so
 * that they meet the limits of one client and the load of many.
 *
 * @returns the answers that no limit provides for, and when statements were terminated (57014)
 */
export async function sendExpensiveRequests(load: ExpensiveLoad): Promise<{
  requests: number;
  unexpected: UnexpectedAnswer[];
  timeouts: number[];
}> {
  const caller = load.accessToken ? 'staff' : 'anon';
  const agent = new Agent({ keepAlive: true });
  const cases = generate(caller, load.seed);
  const unexpected: UnexpectedAnswer[] = [];
  const timeouts: number[] = [];
  let requests = 0;
  const send = async () => {
    const sent = cases.next().value;
    if (!sent) return;
    requests += 1;
    const ip = requests % 2 === 0 ? '10.1.0.1' : `10.2.0.${requests % 250}`;
    const headers = {
      ...sent.headers,
      apikey: load.publishableKey,
      'x-forwarded-for': ip,
      ...(load.accessToken ? { authorization: `Bearer ${load.accessToken}` } : {}),
    };
    const answer = await load.log.log(sent.type, () =>
      sendRequest(load.url, { ...sent, headers }, { agent, timeoutMs }),
    );
    if (answer.code === '57014') timeouts.push(answer.endedAt);
    if (!isExpectedResponse(sent, answer) && unexpected.length < maxReported) {
      const { type, status, code, durationMs, text } = answer;
      const target = sent.target.slice(0, 160);
      unexpected.push({ type, status, code, durationMs, target, text: text.slice(0, 160) });
    }
  };
  const until = performance.now() + load.seconds * 1000;
  await Promise.all(
    Array.from({ length: load.senders }, () => repeatUntil(until, load.intervalMs, send)),
  );
  agent.destroy();
  return { requests, unexpected, timeouts };
}

/** Few at a time, so that generating them delays no responses. */
const batchSize = 10;

function* generate(caller: 'anon' | 'staff', seed: number): Generator<ExpensiveRequest, undefined> {
  const types = Object.entries(expensiveRequests(caller));
  const chosen = types.filter(([type]) => !onlyTypes || onlyTypes.includes(type));
  const anyOf = fc.oneof(...chosen.map(([, arbitrary]) => arbitrary));
  for (let from = 0; ; from += batchSize) {
    yield* fc.sample(anyOf, { numRuns: batchSize, seed: seed + from });
  }
}
