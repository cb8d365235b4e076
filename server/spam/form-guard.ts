import { createHmac } from 'node:crypto';
import { checkFormAge, type SpamReason, spamCheckFields } from '#app/domain/enquiries/spam.ts';
import type { FormGuard } from '#app/site/request-context.ts';
import { getCustomerKey, getSitePrefix, networkOf } from '#backend/network-of.ts';
import type { CountHit } from '#backend/rate-limit.ts';
import { formTokenAge, makeFormToken } from './form-token.ts';
import { passedTurnstile } from './turnstile.ts';

/** Turnstile's keys, where it is switched on. */
export type TurnstileKeys = { siteKey: string; secretKey: string };

const hour = 3600;
/** What one network, and one IPv6 /48, may send; docs/decisions/015-attacks.md says why so many. */
const formsOfNetwork = { hits: 100, seconds: hour };
const formsOfSite = { hits: 200, seconds: hour };
/**
 * The tables take 500 an hour from everybody. After this many forms each network, and each /48, may send
 * some more only, so that a few of them do not close the form for the others.
 */
const formsOfAll = { hits: 300, seconds: hour };
const formsWhenMany = { hits: 5, seconds: hour };

/** The guard before it is told who the visitor is. */
export type ProcessGuard = Omit<FormGuard, 'admit'> & {
  admitFrom: (address: string) => Promise<number>;
};

/**
 * The guard of the public forms.
 *
 * @param countHit counts the forms of each network
 * @param secret signs tokens and verdicts; every process of one site has the same
 * @param now milliseconds since 1970 by the clock of the database, which checks the signatures
 * @param report told where Turnstile does not answer
 */
export function createFormGuard({
  secret,
  turnstile,
  countHit,
  now = () => Date.now(),
  report,
}: {
  secret: string;
  countHit: CountHit;
  turnstile: TurnstileKeys | undefined;
  now?: () => number;
  report: (error: unknown) => void;
}): ProcessGuard {
  return {
    token: () => makeFormToken(secret, now()),
    challengeKey: turnstile?.siteKey,
    // Where nothing can be counted nothing can be stored either, and the form itself says so.
    admitFrom: (address) => countForm(countHit, networkOf(address)).catch(() => 0),
    inspect: async (form) => {
      const reasons: SpamReason[] = [];
      if (textOf(form, spamCheckFields.hidden) !== '') reasons.push('hidden_field');
      const age = checkFormAge(
        formTokenAge(secret, textOf(form, spamCheckFields.token), now()),
        numberOf(textOf(form, spamCheckFields.openFor)),
      );
      if (age) reasons.push(age);
      const response = textOf(form, spamCheckFields.challenge);
      if (turnstile && !(await passedTurnstile(turnstile.secretKey, response, report))) {
        reasons.push('no_challenge');
      }
      return reasons;
    },
    sign: (table, { email, words }, reasons) => {
      const verdict = [String(now()), reasons.join() || '-'];
      const signed = [table, email, words, ...verdict].join('\n');
      const signature = createHmac('sha256', secret).update(signed).digest('hex');
      return [...verdict, signature].join(' ');
    },
  };
}

/** @returns 0 if the form is within the limits, else the seconds until the network may send one again */
async function countForm(countHit: CountHit, network: string): Promise<number> {
  const site = getSitePrefix(network);
  const wait =
    (await countHit(`form:${network}`, formsOfNetwork)) ||
    (site ? await countHit(`form:${site}`, formsOfSite) : 0);
  if (wait > 0 || (await countHit('form:all', formsOfAll)) === 0) return wait;
  return countHit(`form-when-many:${getCustomerKey(network)}`, formsWhenMany);
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

function numberOf(text: string): number | undefined {
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}
