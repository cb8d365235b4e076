import type { AuthContext } from './context.ts';
import { invalid } from './request-body.ts';
import { requireSignedIn } from './signed-in.ts';

/** POST /logout?scope=global|local|others: ends all sessions of the account, this one, or the others. */
export async function signOut(context: AuthContext, request: Request): Promise<void> {
  const scope = new URL(request.url).searchParams.get('scope') || 'global';
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw invalid(`Unsupported logout scope ${JSON.stringify(scope)}`);
  }
  const { user, sessionId } = await requireSignedIn(context, request);
  await context.database.owner
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user.id)
    .$if(scope === 'local', (query) => query.where('id', '=', sessionId))
    .$if(scope === 'others', (query) => query.where('id', '!=', sessionId))
    .execute();
}
