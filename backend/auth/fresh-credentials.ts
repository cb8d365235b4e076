import { authError } from './errors.ts';
import { verifyPassword } from './passwords.ts';
import { type Counter, resetRateLimit, takeRateLimit } from './rate-limits.ts';
import type { AuthContext } from './request.ts';
import { hasVerifiedFactor, type SignedIn } from './sessions.ts';
import { oneTimeTokenLifetimeSeconds } from './tokens.ts';

/** How long an access token proves that its password or code was just entered, in seconds. */
const freshSeconds = 300;

/**
 * Requires the account's password, with ten attempts in 15 minutes.
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

/** Returns true for a session started by a recovery link within the last hour. No other link starts a session. */
export function hasFreshRecoveryLink(signedIn: SignedIn): boolean {
  return isWithin(signedIn, 'otp', oneTimeTokenLifetimeSeconds);
}

/** Returns true if an authenticator code was verified within the last five minutes. */
export function hasFreshCode(signedIn: SignedIn): boolean {
  return isWithin(signedIn, 'totp', freshSeconds);
}

/**
 * Requires that the second factor's code, or the password of an account without one, was entered
 * within the last five minutes.
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
