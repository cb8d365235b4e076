import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { repeatUntil } from './repeat.ts';
import type { LoggedResponse, ResponseLog } from './response-log.ts';
import { sendRequest } from './send-request.ts';

/** A request that costs the database much more than it costs to send. None matches the seeded content. */
type ExpensiveRequest = {
  /** Its class, for the figures. */
  type: string;
  /** Visitors are denied it by rule, whatever it would cost. */
  isDenied?: true;
  staffOnly?: true;
  path: string;
  /** A read has a query, a call or an insert a body. `{{text|count}}` repeats a text, `#` is which time. */
  query?: [name: string, value: string][];
  headers?: Record<string, string>;
  body?: string;
};

type ExpensiveLoad = {
  url: string;
  publishableKey: string;
  /** Of a signed-in account; without one the requests are a visitor's. */
  accessToken?: string;
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
/** A request line has to fit into 16 KiB with the headers. */
const maxTargetLength = 12_000;

const expensiveRequests = readFileSync(
  new URL('expensive-requests.ndjson', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as ExpensiveRequest);

/**
 * Sends expensive requests in turn for a while. Those of visitors come from one IP and from many in
 * turn, so that they meet the limits of one client and the load of many.
 *
 * @returns the answers that no limit provides for, and when statements were terminated (57014)
 */
export async function sendExpensiveRequests(load: ExpensiveLoad): Promise<{
  requests: number;
  unexpected: UnexpectedAnswer[];
  timeouts: number[];
}> {
  const isStaff = load.accessToken !== undefined;
  const chosen = expensiveRequests.filter(({ staffOnly }) => isStaff || !staffOnly);
  const agent = new Agent({ keepAlive: true });
  const unexpected: UnexpectedAnswer[] = [];
  const timeouts: number[] = [];
  let requests = 0;
  const send = async () => {
    const sent = chosen[requests % chosen.length] as ExpensiveRequest;
    requests += 1;
    const ip = requests % 2 === 0 ? '10.1.0.1' : `10.2.0.${requests % 250}`;
    const request = toRequest(sent);
    const headers = {
      ...request.headers,
      apikey: load.publishableKey,
      'x-forwarded-for': ip,
      ...(isStaff ? { authorization: `Bearer ${load.accessToken}` } : {}),
    };
    const answer = await load.log.log(sent.type, () =>
      sendRequest(load.url, { ...request, headers }, { agent, timeoutMs }),
    );
    if (answer.code === '57014') timeouts.push(answer.endedAt);
    if (!isExpected(isStaff, sent, answer) && unexpected.length < maxReported) {
      const { type, status, code, durationMs, text } = answer;
      const target = request.target.slice(0, 160);
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

/** Returns true for a response that the limits allow. */
function isExpected(
  isStaff: boolean,
  { isDenied }: ExpensiveRequest,
  { status, code }: LoggedResponse,
): boolean {
  if (status === 429) return true;
  if (!isStaff && isDenied) return status === 403 && code === '42501';
  if (status >= 200 && status < 300) return true;
  if (status >= 400 && status < 500) return code !== '';
  return isStaff && status === 504 && code === '57014';
}

function toRequest({ path, query = [], headers = {}, body }: ExpensiveRequest) {
  const encode = (text: string) => encodeURIComponent(repeat(text)).replaceAll('%2C', ',');
  const parameters = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  const target = `/rest/v1/${path}?${parameters}`.slice(0, maxTargetLength);
  if (body === undefined) return { method: 'GET', target, headers };
  const json = { ...headers, 'content-type': 'application/json' };
  return { method: 'POST', target, headers: json, body: repeat(body) };
}

const repeat = (text: string) =>
  text.replace(/\{\{(.+?)\|(\d+)\}\}/g, (_, part: string, count: string) =>
    Array.from({ length: Number(count) }, (_each, n) => part.replace('#', String(n))).join(''),
  );
