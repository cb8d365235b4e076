import { createHmac } from 'node:crypto';
import { z } from 'zod';
import {
  checkFormAge,
  minFormAgeMs,
  type SpamReason,
  spamCheckFields,
} from '#app/features/enquiries/spam.ts';
import type { FormGuard } from '#app/site/request-context.ts';
import { getCustomerKey, getSitePrefix, toNetwork } from '#backend/client-network.ts';
import { equalsConstantTime } from '#backend/equals-constant-time.ts';
import { type CountHit, createFairLimit } from '#backend/limits.ts';
import type { SigningSecrets } from '../signing-secrets.ts';

type TurnstileKeys = { siteKey: string; secretKey: string };

const hour = 3600;
/** Limits per network and per IPv6 /48: docs/decisions/015-attacks.md. */
const maxPerNetwork = { hits: 100, seconds: hour };
const maxPerSite = { hits: 200, seconds: hour };
/** The tables accept 500 an hour in total, and a few networks must not use up the form for everyone. */
const maxUnrestricted = { hits: 300, seconds: hour };
const maxPerNetworkInFlood = { hits: 5, seconds: hour };

export type ProcessGuard = Omit<FormGuard, 'admit' | 'getSubmission' | 'signClient'> & {
  admitFrom: (ip: string) => Promise<number>;
  getSubmissionFrom: (ip: string, id: string | undefined) => string;
  signClientFrom: (ip: string, userAgent: string) => string;
};

export function createFormGuard({
  secrets,
  turnstile,
  countHit,
  now = () => Date.now(),
  report,
}: {
  /** The same in all processes of a site. */
  secrets: Pick<SigningSecrets, 'forms' | 'formerForms' | 'evidence'>;
  countHit: CountHit;
  turnstile: TurnstileKeys | undefined;
  /** The database's clock, by which it verifies the signatures. */
  now?: () => number;
  report: (error: unknown) => void;
}): ProcessGuard {
  const counting = createFairLimit(countingLimit);
  const listValidSecrets = () => {
    const { forms, formerForms } = secrets;
    return formerForms && now() < formerForms.validUntil ? [forms, formerForms.secret] : [forms];
  };
  const getTokenAge = (token: string) =>
    listValidSecrets()
      .map((secret) => getFormTokenAge(secret, token, now()))
      .find((age) => age !== undefined);
  return {
    token: (wasSent = false) =>
      createFormToken(secrets.forms, now() - (wasSent ? minFormAgeMs : 0)),
    receipt: (of) => createReceipt(secrets.forms, of, now()),
    isReceipt: (of, text) =>
      listValidSecrets().some((secret) => isReceipt(secret, of, text, now())),
    challengeKey: turnstile?.siteKey,
    // If the database can't count, it can't store the form either, and that gets reported.
    admitFrom: (ip) => {
      const network = toNetwork(ip);
      const count = () => countForm(countHit, network);
      return counting.run(getCustomerKey(network), count).catch(() => 0);
    },
    inspect: async (form) => {
      const reasons: SpamReason[] = [];
      if (readText(form, spamCheckFields.hidden) !== '') reasons.push('hidden_field');
      const age = checkFormAge(
        getTokenAge(readText(form, spamCheckFields.token)),
        parseInteger(readText(form, spamCheckFields.openFor)),
      );
      if (age) reasons.push(age);
      const response = readText(form, spamCheckFields.challenge);
      if (turnstile && !(await verifyTurnstile(turnstile.secretKey, response, report))) {
        reasons.push('no_challenge');
      }
      return reasons;
    },
    getSubmissionFrom: (ip, id) =>
      id && /^[\w-]{16,64}$/.test(id)
        ? `id-${id}`
        : `ip-${createHmac('sha256', secrets.forms)
            .update(`network ${toNetwork(ip)}`)
            .digest('base64url')}`,
    sign: (table, { email, text }, reasons, submission) => {
      const verdict = [String(now()), reasons.join() || '-', submission];
      const signed = [table, email, text, ...verdict].join('\n');
      const signature = createHmac('sha256', secrets.forms).update(signed).digest('hex');
      return [...verdict, signature].join(' ');
    },
    signClientFrom: (ip, userAgent) => {
      const encoded = Buffer.from(userAgent.slice(0, 500)).toString('base64');
      const client = [String(now()), ip, encoded];
      const signature = createHmac('sha256', secrets.evidence)
        .update(['quote-client', ...client].join('\n'))
        .digest('hex');
      return [...client, signature].join(' ');
    },
  };
}

/**
 * Counting a form takes two writes, and those of many networks at once would hold up staff's reads.
 * Each waiting network has at most two forms in progress (server/forms.ts).
 */
const countingLimit = {
  maxRunning: 2,
  maxRunningPerKey: 1,
  maxQueuedPerKey: Number.POSITIVE_INFINITY,
  maxQueued: Number.POSITIVE_INFINITY,
};

/** Returns 0, or the seconds until the network may send the next form. */
async function countForm(countHit: CountHit, network: string): Promise<number> {
  const site = getSitePrefix(network);
  const wait =
    (await countHit(`form:${network}`, maxPerNetwork)) ||
    (site ? await countHit(`form:${site}`, maxPerSite) : 0);
  if (wait > 0 || (await countHit('form:all', maxUnrestricted)) === 0) return wait;
  return countHit(`form-when-many:${getCustomerKey(network)}`, maxPerNetworkInFlood);
}

function readText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

function parseInteger(text: string): number | undefined {
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

/** How long a form's page confirms that it was sent, in milliseconds. */
const receiptLifetimeMs = 10 * 60_000;

export const createReceipt = (secret: string, of: string, now: number): string =>
  `${now}.${signReceipt(secret, of, String(now))}`;

export function isReceipt(secret: string, of: string, text: string, now: number): boolean {
  const [, time, signature] = signedTime.exec(text) ?? [];
  if (!time || !signature || now - Number(time) > receiptLifetimeMs) return false;
  return equalsConstantTime(signReceipt(secret, of, time), signature);
}

const signReceipt = (secret: string, of: string, time: string) =>
  sign(secret, `form-receipt ${of} ${time}`);

const signedTime = /^(\d{13})\.([\w-]{43})$/;

const sign = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** The time of a render and its HMAC, the same for everyone who gets the cached page. */
export function createFormToken(secret: string, now: number): string {
  return `${now}.${signToken(secret, String(now))}`;
}

/** In milliseconds; undefined for an invalid token. */
export function getFormTokenAge(secret: string, token: string, now: number): number | undefined {
  const [, time, signature] = signedTime.exec(token) ?? [];
  if (!time || !signature) return undefined;
  return equalsConstantTime(signToken(secret, time), signature) ? now - Number(time) : undefined;
}

const signToken = (secret: string, time: string) => sign(secret, `form-token ${time}`);

// https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
const verifyUrl = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const timeoutMs = 4000;

const responseBody = z.object({ success: z.boolean() });

/**
 * Verifies a Turnstile response without sending the visitor's IP. Returns false if Cloudflare can't
 * be reached.
 */
export async function verifyTurnstile(
  secretKey: string,
  response: string,
  report: (error: unknown) => void,
  send: typeof fetch = fetch,
): Promise<boolean> {
  if (!response || response.length > 2048) return false;
  try {
    const reply = await send(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret: secretKey, response }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return responseBody.parse(await reply.json()).success;
  } catch (error) {
    report(error);
    return false;
  }
}
