import { Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** `unknown` if DNS did not answer. */
type RecordState = 'found' | 'missing' | 'several' | 'revoked' | 'unknown';

/** A TXT record; `record` is its text, or the first of several. */
export type DomainRecord = { state: RecordState; name: string; record?: string };

/** How receivers verify emails of a domain: SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489). */
export type DomainCheck = {
  domain: string;
  spf: DomainRecord;
  /** Undefined without a selector. */
  dkim: DomainRecord | undefined;
  dmarc: DomainRecord;
};

/** Returns the chunks of each TXT record, as `resolveTxt` of node:dns does. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

const lookupTimeoutMs = 3000;
/** All lookups of a check run at once; the resolver may ask several servers in turn. */
const checkTimeoutMs = 5000;

function createResolveTxt(): ResolveTxt {
  const resolver = new Resolver({ timeout: lookupTimeoutMs, tries: 1 });
  return (name) => resolver.resolveTxt(name);
}

/**
 * Looks up what receivers check before they accept an email.
 *
 * @param domain of the sender's address
 * @param selector of the DKIM key, which only the mail provider knows
 * @param timeoutMs of the whole check; what DNS has not answered by then is `unknown`
 */
export async function checkSenderDomain(
  domain: string,
  selector: string | undefined,
  resolveTxt: ResolveTxt = createResolveTxt(),
  timeoutMs = checkTimeoutMs,
): Promise<DomainCheck> {
  const resolveInTime: ResolveTxt = (name) => withTimeout(resolveTxt(name), timeoutMs);
  const find = (name: string, pattern: RegExp) => findRecord(resolveInTime, name, pattern);
  const findKey = async () => {
    if (!selector) return undefined;
    const found = await find(`${selector}._domainkey.${domain}`, /(?:^|;)\s*p\s*=/i);
    // RFC 6376, 3.6.1: an empty key is revoked.
    const isRevoked = /(?:^|;)\s*p\s*=\s*(?:;|$)/i.test(found.record ?? '');
    return isRevoked ? { ...found, state: 'revoked' as const } : found;
  };
  const [spf, dkim, dmarc] = await Promise.all([
    find(domain, /^v=spf1(?: |$)/i),
    findKey(),
    findPolicy(domain, find),
  ]);
  return { domain, spf, dkim, dmarc };
}

async function withTimeout<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  const timer = new AbortController();
  const expire = async () => {
    await sleep(ms, undefined, { signal: timer.signal });
    throw new Error('DNS did not answer in time');
  };
  return Promise.race([promise, expire()]).finally(() => timer.abort());
}

/**
 * The policy of a subdomain without one is that of the organizational domain (RFC 7489, 3.2). Without a list of public
 * suffixes that is one of two or three labels.
 */
async function findPolicy(
  domain: string,
  find: (name: string, pattern: RegExp) => Promise<DomainRecord>,
): Promise<DomainRecord> {
  const takeLabels = (count: number) => domain.split('.').slice(-count).join('.');
  const findAt = (name: string) => find(`_dmarc.${name}`, /^v=DMARC1\s*(?:;|$)/i);
  const above = [...new Set([takeLabels(3), takeLabels(2)])].filter((name) => name !== domain);
  const [own, ...others] = await Promise.all([findAt(domain), ...above.map(findAt)]);
  return [own, ...others].find(({ state }) => state !== 'missing') ?? own;
}

async function findRecord(
  resolveTxt: ResolveTxt,
  name: string,
  pattern: RegExp,
): Promise<DomainRecord> {
  try {
    const texts = (await resolveTxt(name)).map((chunks) => chunks.join(''));
    const [record, ...others] = texts.filter((text) => pattern.test(text));
    if (record === undefined) return { state: 'missing', name };
    return { state: others.length > 0 ? 'several' : 'found', name, record: record.slice(0, 500) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return { state: code === 'ENOTFOUND' || code === 'ENODATA' ? 'missing' : 'unknown', name };
  }
}
