import { authError } from './errors.ts';
import { verifyPassword } from './passwords.ts';
import { type Counter, resetRateLimit, takeRateLimit } from './rate-limits.ts';
import type { AuthContext } from './request.ts';
import { hasVerifiedFactor, type SignedIn } from './sessions.ts';
import { oneTimeTokenLifetimeSeconds } from './tokens.ts';

/** How long after a password or a code an access token stands for it, in seconds. */
const freshSeconds = 300;

/**
 * Requires the account's password, which has ten attempts in 15 minutes.
 *
 * @throws HttpError `current_password_invalid`, 429
 */
export async function requirePassword(
  { database }: AuthContext,
  { user }: SignedIn,
  password: string,
): Promise<void> {
  const counters: Counter[] = [['currentPasswordPerAccount', user.id]];
  await takeRateLimit(database, counters);
  if (!(await verifyPassword(user.encrypted_password, password))) {
    throw authError('current_password_invalid');
  }
  await resetRateLimit(database, counters);
}

/** True for a session of a recovery link that was opened within the last hour. No other link starts a session. */
export function hasFreshRecoveryLink(signedIn: SignedIn): boolean {
  return isWithin(signedIn, 'otp', oneTimeTokenLifetimeSeconds);
}

/** True if a code of the authenticator app was verified within five minutes before the access token was issued. */
export function hasFreshCode(signedIn: SignedIn): boolean {
  return isWithin(signedIn, 'totp', freshSeconds);
}

/**
 * Requires an access token for which a code, or without a second factor the password, was entered within
 * five minutes.
 *
 * @throws HttpError 400 `reauthentication_needed`
 */
export function requireFreshSignIn(signedIn: SignedIn): void {
  const method = hasVerifiedFactor(signedIn.factors) ? 'totp' : 'password';
  if (!isWithin(signedIn, method, freshSeconds)) throw authError('reauthentication_needed');
}

function isWithin({ methods }: SignedIn, name: string, seconds: number): boolean {
  const earliest = Date.now() / 1000 - seconds;
  return methods.some(({ method, timestamp }) => method === name && timestamp > earliest);
}
