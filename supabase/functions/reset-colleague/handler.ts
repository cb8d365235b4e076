import type { SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { z } from 'zod';
import { secondStepMails } from './mails.ts';

/** What the handler depends on. */
export type ResetDependencies = {
  /** A client with the service key. */
  supabase: SupabaseClient;
  /** A client without a session, with the publishable key; it stores nothing. */
  createVisitor: () => SupabaseClient;
  /** The site's URL. */
  siteUrl: string;
  /** Undefined without a mail server: then nothing is reset, because nobody would be told. */
  send:
    | ((mail: { to: string; subject: string; text: string; messageId: string }) => Promise<unknown>)
    | undefined;
  report: (error: unknown) => void;
};

const reset = z.object({
  email: z.string().max(255),
  current_password: z.string().max(1024),
  code: z.string().max(20),
});

type Refusal = { status: 400 | 401 | 403 | 404 | 422 | 429 | 503; code: string; message: string };

/**
 * Creates the handler of POST /functions/v1/reset-colleague of the hosted platform: staff turn two-step sign-in off for
 * a colleague who has lost the phone, with their own password and code. Body, response and errors (`{code, message}`)
 * are those of POST /auth/v1/factors/reset of our backend. It ends the colleague's sessions, is in the audit log, and
 * both get an email.
 */
export function createResetColleague(
  dependencies: ResetDependencies,
): (request: Request) => Response | Promise<Response> {
  const app = new Hono();
  app.use(cors({ origin: '*', allowMethods: ['POST'] }));
  app.post('/*', async ({ req, json }) => {
    const body = reset.safeParse(await req.json().catch(() => undefined)).data;
    const token = /^Bearer (\S+)$/i.exec(req.header('authorization') ?? '')?.[1];
    const outcome =
      body && token
        ? await resetColleague(dependencies, token, body)
        : ({ status: 400, code: 'bad_json', message: 'Invalid body or no session' } as const);
    if ('email' in outcome) return json(outcome);
    const { status, ...error } = outcome;
    return json(error, status);
  });
  app.onError((error, { json }) => {
    dependencies.report(error);
    return json({ code: 'unexpected_failure', message: 'Unexpected failure' }, 500);
  });
  return (request) => app.fetch(request);
}

async function resetColleague(
  dependencies: ResetDependencies,
  token: string,
  body: z.infer<typeof reset>,
): Promise<{ email: string } | Refusal> {
  const { supabase, send } = dependencies;
  if (!send)
    return { status: 503, code: 'no_mail_server', message: 'No mail server is configured' };
  const { data } = await supabase.auth.getUser(token);
  if (!data.user?.email || !isAal2(token)) {
    return { status: 403, code: 'insufficient_aal', message: 'Sign in with both steps first' };
  }
  const actor = { id: data.user.id, email: data.user.email };
  const refusal = await confirm(dependencies, actor.email, body);
  if (refusal) return refusal;
  const email = body.email.trim().toLowerCase();
  const result = await supabase
    .rpc('reset_second_step', { actor: actor.id, colleague_email: email })
    .throwOnError();
  if (result.data === 'user_not_found') {
    return { status: 404, code: 'user_not_found', message: 'Colleague not found' };
  }
  if (result.data !== 'reset') {
    return { status: 422, code: 'mfa_factor_not_found', message: 'Two-step sign-in is off' };
  }
  await Promise.all([
    tell(dependencies, 'secondStepReset', email, actor.email),
    tell(dependencies, 'secondStepResetByYou', actor.email, email),
  ]);
  return { email };
}

/** Signs in anew with password and code, and ends that session: the platform counts the attempts. */
async function confirm(
  { createVisitor }: ResetDependencies,
  email: string,
  { current_password, code }: z.infer<typeof reset>,
): Promise<Refusal | undefined> {
  const { auth } = createVisitor();
  const { data, error } = await auth.signInWithPassword({ email, password: current_password });
  if (error?.status === 429) return { ...tooMany, message: error.message };
  if (error) {
    return { status: 400, code: 'current_password_invalid', message: 'Wrong password' };
  }
  try {
    const factor = data.user.factors?.find(({ status }) => status === 'verified');
    if (!factor) return { status: 422, code: 'mfa_factor_not_found', message: 'No second step' };
    const verified = await auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: code.replaceAll(/\s/g, ''),
    });
    if (verified.error?.status === 429) return { ...tooMany, message: verified.error.message };
    if (verified.error) {
      return { status: 422, code: 'mfa_verification_failed', message: 'Wrong code' };
    }
    return undefined;
  } finally {
    await auth.signOut({ scope: 'local' });
  }
}

const tooMany = { status: 429, code: 'over_request_rate_limit' } as const;

/** Of a token that the platform has verified. */
function isAal2(token: string): boolean {
  const payload = token.split('.')[1] ?? '';
  const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
  return z.object({ aal: z.literal('aal2') }).safeParse(JSON.parse(json)).success;
}

async function tell(
  { send, siteUrl, report }: ResetDependencies,
  template: keyof typeof secondStepMails,
  to: string,
  colleague: string,
): Promise<void> {
  const { subject, paragraphs } = secondStepMails[template];
  try {
    await send?.({
      to,
      subject,
      text: paragraphs(siteUrl, colleague).join('\n\n'),
      messageId: `<account-${crypto.randomUUID()}@${new URL(siteUrl).hostname}>`,
    });
  } catch (error) {
    report(error);
  }
}
