import { z } from 'zod';
import type { AssuranceLevel, AuthenticationMethod } from './access-token.ts';
import { AuthError } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import { InvalidCredentials } from './invalid-credentials.ts';
import { type Factor, readFactors, type UserRow } from './user.ts';

const identity = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  aal: z.enum(['aal1', 'aal2']),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })),
});

/** The account and session that a request's access token stands for. */
export type SignedIn = {
  user: UserRow;
  factors: Factor[];
  sessionId: string;
  aal: AssuranceLevel;
  /** How the session began. */
  methods: AuthenticationMethod[];
};

/**
 * Tells who is signed in.
 *
 * @throws InvalidCredentials where the request carries no valid access token of a living session
 */
export async function requireSignedIn(context: AuthContext, request: Request): Promise<SignedIn> {
  const caller = await context.callerOf(request);
  if (caller.role !== 'authenticated') {
    throw new InvalidCredentials('no_authorization', 'This endpoint requires a valid Bearer token');
  }
  const { sub, session_id: sessionId, aal, amr: methods } = identity.parse(caller.claims);
  const user = await context.database.owner
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', sub)
    .executeTakeFirst();
  if (!user) {
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  }
  return { user, factors: await readFactors(context.database.owner, sub), sessionId, aal, methods };
}

/** Returns true for a session of the first level on an account that has a verified factor. */
export function lacksFactor({ factors, aal }: SignedIn): boolean {
  return aal !== 'aal2' && hasVerifiedFactor(factors);
}

export function hasVerifiedFactor(factors: Factor[]): boolean {
  return factors.some(({ status }) => status === 'verified');
}

/**
 * Rejects a session that has not shown the second factor of its account. Everything that changes an
 * account calls this; what such a session may do is sign in further, refresh and end itself.
 *
 * @param status GoTrue's, where it has one: 401 for e-mail and password, 422 for unenroll, else 403
 * @param message GoTrue's, where it has one
 * @throws AuthError `insufficient_aal`
 */
export function requireFactorShown(
  signedIn: SignedIn,
  status: 401 | 403 | 422,
  message: string,
): void {
  if (lacksFactor(signedIn)) throw new AuthError(status, 'insufficient_aal', message);
}
