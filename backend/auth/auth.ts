import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { requireApiKey } from './caller.ts';
import { inviteColleague, removeColleague, resetColleague } from './colleagues.ts';
import { authError, errorResponse, toHttpError } from './errors.ts';
import {
  changeMailSettings,
  checkMailDomain,
  readMailSettings,
  sendTestMail,
} from './mail-settings.ts';
import { recover, verifyByLink, verifyByRequest } from './mailed-links.ts';
import { challengeFactor, enrollFactor, unenrollFactor, verifyFactor } from './mfa.ts';
import { countRecoveryCodes, createRecoveryCodes } from './recovery-codes.ts';
import { type AuthContext, maxBodyBytes } from './request.ts';
import { requireSignedIn, signOut } from './sessions.ts';
import { grantByPassword, grantByRefreshToken } from './token-grants.ts';
import { updateUser } from './update-user.ts';
import { toUser } from './users.ts';

/** GET /settings, as GoTrue answers it: email and password, no sign-up. */
const settings = {
  external: { email: true, phone: false, anonymous_users: false },
  disable_signup: true,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
};

/**
 * The auth service. It speaks the part of GoTrue's protocol that `supabase.auth` needs for sign-in,
 * sessions, the user's own account and password recovery. Sign-up is off. Mount it under /auth/v1.
 */
export function createAuth(auth: AuthContext): Hono {
  const app = new Hono();
  app.onError((error) => errorResponse(toHttpError(error, auth.logger)));
  app.use(async ({ header }, next) => {
    await next();
    header('cache-control', 'no-store');
  });

  // These routes need no API key, as on the hosted platform.
  app.get('/health', ({ json }) => json({ name: 'GoTrue', description: 'Auth of Ridgeline' }));
  app.get('/.well-known/jwks.json', ({ json }) => json({ keys: [auth.keys.signing.publicJwk] }));
  app.get('/verify', ({ req }) => verifyByLink(auth, req.raw));

  app.use(async ({ req }, next) => {
    requireApiKey(auth.keys, req.raw);
    await next();
  });
  app.use(bodyLimit({ maxSize: maxBodyBytes, onError: rejectLargeBody }));
  app.get('/settings', ({ json }) => json(settings));
  app.post('/token', async ({ req, json }) => {
    const type = req.query('grant_type');
    if (type === 'password') return json(await grantByPassword(auth, req.raw));
    if (type === 'refresh_token') return json(await grantByRefreshToken(auth, req.raw));
    throw authError('invalid_credentials', 'unsupported_grant_type');
  });
  app.post('/logout', async ({ req, body }) => {
    await signOut(auth, req.raw);
    return body(null, 204);
  });
  app.get('/user', async ({ req, json }) => {
    const { user, factors } = await requireSignedIn(auth, req.raw);
    return json(toUser(user, factors));
  });
  app.put('/user', async ({ req, json }) => json(await updateUser(auth, req.raw)));
  app.post('/recover', async ({ req, json }) => {
    await recover(auth, req.raw);
    return json({});
  });
  app.post('/verify', async ({ req, json }) => json(await verifyByRequest(auth, req.raw)));
  app.get('/factors/recovery-codes', async ({ req, json }) =>
    json(await countRecoveryCodes(auth, req.raw)),
  );
  app.post('/factors/recovery-codes', async ({ req, json }) =>
    json(await createRecoveryCodes(auth, req.raw)),
  );
  app.post('/colleagues', async ({ req, json }) => json(await inviteColleague(auth, req.raw)));
  app.post('/colleagues/remove', async ({ req, json }) =>
    json(await removeColleague(auth, req.raw)),
  );
  app.get('/mail', async ({ req, json }) => json(await readMailSettings(auth, req.raw)));
  app.post('/mail', async ({ req, json }) => json(await changeMailSettings(auth, req.raw)));
  app.post('/mail/test', async ({ req, json }) => json(await sendTestMail(auth, req.raw)));
  app.post('/mail/domain', async ({ req, json }) => json(await checkMailDomain(auth, req.raw)));
  app.post('/factors/reset', async ({ req, json }) => json(await resetColleague(auth, req.raw)));
  app.post('/factors', async ({ req, json }) => json(await enrollFactor(auth, req.raw)));
  app.delete('/factors/:id', async ({ req, json }) =>
    json(await unenrollFactor(auth, req.raw, req.param('id'))),
  );
  app.post('/factors/:id/challenge', async ({ req, json }) =>
    json(await challengeFactor(auth, req.raw, req.param('id'))),
  );
  app.post('/factors/:id/verify', async ({ req, json }) =>
    json(await verifyFactor(auth, req.raw, req.param('id'))),
  );
  app.post('/signup', () => {
    throw authError('signup_disabled');
  });
  app.all('*', () => {
    throw authError('not_found');
  });
  return app;
}

function rejectLargeBody(): never {
  throw authError('request_entity_too_large', `Request body too large (max ${maxBodyBytes} bytes)`);
}
