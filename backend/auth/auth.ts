import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AuthError } from './auth-error.ts';
import { bearerOf, requireKeyRole } from './caller.ts';
import type { AuthContext } from './context.ts';
import { errorResponse, toAuthError } from './error-response.ts';
import { enrollFactor, unenrollFactor } from './factors.ts';
import { InvalidCredentials } from './invalid-credentials.ts';
import { signOut } from './logout.ts';
import { grantByPassword } from './password-grant.ts';
import { recover } from './recover.ts';
import { grantByRefreshToken } from './refresh-grant.ts';
import { maximumBodySize } from './request-body.ts';
import { settings } from './settings.ts';
import { requireSignedIn } from './signed-in.ts';
import { updateUser } from './update-user.ts';
import { toUser } from './user.ts';
import { verifyByLink, verifyByRequest } from './verify.ts';
import { challengeFactor, verifyFactor } from './verify-factor.ts';

/**
 * The auth service: the part of GoTrue's protocol that `supabase.auth` of supabase-js speaks for
 * signing in, sessions, the own account and recovery. Sign-up is off. Mount it under /auth/v1.
 */
export function createAuth(context: AuthContext): Hono {
  const { keys, logger } = context;
  const app = new Hono();
  app.onError((error, { req }) => errorResponse(req.raw, toAuthError(error, logger)));
  app.use(async (answer, next) => {
    await next();
    answer.header('cache-control', 'no-store');
  });

  // Reached without an API key, as on the hosted platform.
  app.get('/health', ({ json }) => json({ name: 'GoTrue', description: 'Auth of Ridgeline' }));
  app.get('/.well-known/jwks.json', ({ json }) => json({ keys: [keys.signing.publicJwk] }));
  app.get('/verify', ({ req }) => verifyByLink(context, req.raw));

  app.use(async ({ req }, next) => {
    requireKey(context, req.raw);
    await next();
  });
  app.use(bodyLimit({ maxSize: maximumBodySize, onError: refuseLargeBody }));
  app.get('/settings', ({ json }) => json(settings));
  app.post('/token', async ({ req, json }) => json(await grant(context, req.raw)));
  app.post('/logout', async ({ req, body }) => {
    await signOut(context, req.raw);
    return body(null, 204);
  });
  app.get('/user', async ({ req, json }) => {
    const { user, factors } = await requireSignedIn(context, req.raw);
    return json(toUser(user, factors));
  });
  app.put('/user', async ({ req, json }) => json(await updateUser(context, req.raw)));
  app.post('/recover', async ({ req, json }) => {
    await recover(context, req.raw);
    return json({});
  });
  app.post('/verify', async ({ req, json }) => json(await verifyByRequest(context, req.raw)));
  app.post('/factors', async ({ req, json }) => json(await enrollFactor(context, req.raw)));
  app.delete('/factors/:id', async ({ req, json }) =>
    json(await unenrollFactor(context, req.raw, req.param('id'))),
  );
  app.post('/factors/:id/challenge', async ({ req, json }) =>
    json(await challengeFactor(context, req.raw, req.param('id'))),
  );
  app.post('/factors/:id/verify', async ({ req, json }) =>
    json(await verifyFactor(context, req.raw, req.param('id'))),
  );
  app.post('/signup', () => {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  });
  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'There is nothing at this address');
  });
  return app;
}

function grant(context: AuthContext, request: Request) {
  switch (new URL(request.url).searchParams.get('grant_type')) {
    case 'password':
      return grantByPassword(context, request);
    case 'refresh_token':
      return grantByRefreshToken(context, request);
    default:
      throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  }
}

/** An access token that has expired is no hindrance here: a refresh is what comes next. */
function requireKey({ keys }: AuthContext, request: Request) {
  const bearer = bearerOf(request);
  const key = request.headers.get('apikey') ?? (bearer?.startsWith('sb_') ? bearer : null);
  if (key === null) {
    throw new InvalidCredentials('no_authorization', 'No API key found in request');
  }
  requireKeyRole(keys, key);
}

function refuseLargeBody(): never {
  throw new AuthError(
    413,
    'request_entity_too_large',
    `Request body too large (max ${maximumBodySize} bytes)`,
  );
}
