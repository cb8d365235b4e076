import { z } from 'zod';
import { AuthError } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import { isKnownNetwork } from './known-networks.ts';
import { limitPasswordRequests } from './password-limit.ts';
import { maximumPasswordLength, verifyPassword } from './passwords.ts';
import { addressOf, getSignInCounters, resetRateLimit, takeRateLimit } from './rate-limits.ts';
import { invalid, readBody, text } from './request-body.ts';
import { type SessionBody, startSession, toSessionBody } from './session.ts';
import { findUserByEmail } from './user.ts';

const passwordGrant = z.object({
  email: text.max(255).nullish(),
  phone: text.nullish(),
  password: z.string().max(maximumPasswordLength),
});

/**
 * POST /token?grant_type=password: starts a session for e-mail address and password.
 *
 * @throws AuthError 400 `invalid_credentials` for an unknown email as for a wrong password
 * @throws TooManyRequests if the network has too many sign-ins running
 */
export async function grantByPassword(
  context: AuthContext,
  request: Request,
): Promise<SessionBody> {
  const { email: given, phone, password } = await readBody(request, passwordGrant);
  if (phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  const email = given?.trim().toLowerCase();
  if (!email) throw invalid('missing email or phone');

  return limitPasswordRequests(
    addressOf(request),
    (network) => isKnownNetwork(context.database, network),
    (isKnown) => signIn(context, request, { email, password, isKnown }),
  );
}

async function signIn(
  context: AuthContext,
  request: Request,
  { email, password, isKnown }: { email: string; password: string; isKnown: boolean },
): Promise<SessionBody> {
  const { database } = context;
  const counters = getSignInCounters(email, addressOf(request), isKnown);
  await takeRateLimit(database, counters);

  const user = await findUserByEmail(database.owner, email);
  const isRight = await verifyPassword(user?.encrypted_password, password);
  if (!user || !isRight) throw wrongCredentials();

  const session = await database.owner.transaction().execute(async (transaction) => {
    const current = await transaction
      .selectFrom('auth.users')
      .select('encrypted_password')
      .where('id', '=', user.id)
      .forUpdate()
      .executeTakeFirst();
    // Changed while it was being verified: the sessions of the old password end, this one, too.
    if (current?.encrypted_password !== user.encrypted_password) throw wrongCredentials();
    return startSession(transaction, request, user.id, 'password');
  });
  await resetRateLimit(database, counters);
  return toSessionBody(context, session);
}

function wrongCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
}
