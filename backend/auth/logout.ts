import type { AuthContext } from './context.ts';
import { invalid } from './request-body.ts';
import { lacksFactor, requireFactorShown, requireSignedIn } from './signed-in.ts';

/**
 * POST /logout?scope=global|local|others: ends all sessions of the account, this one, or the others.
 * A session that has not shown the account's second factor ends itself only: with `global` it does,
 * because supabase-js then forgets it whatever the answer is, and is told that the others go on.
 *
 * @throws AuthError 403 `insufficient_aal`
 */
export async function signOut(context: AuthContext, request: Request): Promise<void> {
  const scope = new URL(request.url).searchParams.get('scope') || 'global';
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw invalid(`Unsupported logout scope ${JSON.stringify(scope)}`);
  }
  const signedIn = await requireSignedIn(context, request);
  const { user, sessionId } = signedIn;
  const isLocal = scope === 'local' || (scope === 'global' && lacksFactor(signedIn));
  if (scope === 'others') requireFactorShown(signedIn, 403, needed);
  await context.database.owner
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user.id)
    .$if(isLocal, (query) => query.where('id', '=', sessionId))
    .$if(scope === 'others', (query) => query.where('id', '!=', sessionId))
    .execute();
  if (scope === 'global') requireFactorShown(signedIn, 403, needed);
}

const needed = 'AAL2 required to sign out other sessions';
