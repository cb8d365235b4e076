import { hasOwnBackend } from '#app/lib/browser-client.ts';
import type { Client } from '#app/lib/client.ts';
import { emailAddress } from '#app/lib/form-fields.ts';
import { z } from '#app/lib/zod.ts';
import { callService, codeUnreachableMessage, explainCodeError, mfaCodeForm } from './mfa.ts';

// Calls of our backend's auth service that GoTrue and supabase-js do not know: see docs/backend.md.

export const colleaguesKey = ['colleagues'] as const;

/** @throws PostgrestError */
export async function readColleagues(client: Client) {
  const { data } = await client.rpc('read_colleagues').throwOnError();
  return data;
}

export type Colleague = Awaited<ReturnType<typeof readColleagues>>[number];

const password = z.string().min(1, 'Please enter your password').max(1024);
const { code } = mfaCodeForm.shape;

export const resetColleagueForm = z.object({ email: emailAddress(), password, code });

export type ResetColleagueForm = z.input<typeof resetColleagueForm>;

/** @param hasMfa whether the signed-in person needs a code as well */
export const createConfirmForm = (hasMfa: boolean) =>
  z.object({ password, code: hasMfa ? code : z.literal('') });

/** @param hasMfa as createConfirmForm takes it */
export const createInviteForm = (hasMfa: boolean) =>
  createConfirmForm(hasMfa).extend({ email: emailAddress() });

export type Confirmation = { password: string; code: string };

/** What went wrong, or the answer. */
export type Outcome<Answer> = { error: string } | { error: undefined; answer: Answer };

const invited = z.object({ email: z.string(), link: z.string().optional() });
const changed = z.object({});
/** The body of an error. */
export const failed = z.object({ code: z.string(), message: z.string() });

/** Invites a colleague, or sends the invitation again. Without a mail server the answer has the link. */
export const inviteColleague = (
  client: Client,
  { email, ...confirmation }: Confirmation & { email: string },
) => sendConfirmed(client, 'auth/v1/colleagues', { email }, confirmation, invited);

export const removeColleague = (client: Client, id: string, confirmation: Confirmation) =>
  sendConfirmed(
    client,
    'auth/v1/colleagues/remove',
    { id },
    confirmation,
    changed,
    (code, message) =>
      code === 'user_not_found'
        ? 'This colleague no longer has access. Please reload the page.'
        : explainColleagueError(code, message),
  );

/** Turns two-step sign-in off for a colleague. On hosted Supabase the function reset-colleague does it. */
export const resetColleague = (
  client: Client,
  { email, ...confirmation }: Confirmation & { email: string },
) => {
  const endpoint = hasOwnBackend() ? 'auth/v1/factors/reset' : 'functions/v1/reset-colleague';
  return sendConfirmed(client, endpoint, { email }, confirmation, changed);
};

/**
 * Sends a request that the signed-in person confirms. Never rejects.
 *
 * @param explain turns the code and message of an error into a sentence
 */
export async function sendConfirmed<Answer>(
  client: Client,
  endpoint: string,
  what: object,
  { password: current_password, code: given }: Confirmation,
  schema: z.ZodType<Answer>,
  explain = explainColleagueError,
): Promise<Outcome<Answer>> {
  try {
    const body = { ...what, current_password, ...(given ? { code: given } : {}) };
    const response = await callService(client, 'POST', endpoint, body);
    const answer: unknown = await response.json();
    if (response.ok) return { error: undefined, answer: schema.parse(answer) };
    const error = failed.safeParse(answer).data;
    return { error: explain(error?.code, error?.message ?? codeUnreachableMessage) };
  } catch {
    return { error: codeUnreachableMessage };
  }
}

/** @param code of our auth service, or of the function reset-colleague */
export function explainColleagueError(code: string | undefined, message: string): string {
  switch (code) {
    case 'current_password_invalid':
      return 'Your current password is not correct';
    case 'email_exists':
      return 'This person already has access.';
    case 'user_not_found':
      return 'No colleague has this email address. Check the spelling.';
    case 'mfa_factor_not_found':
      return 'Two-step sign-in is already off for this account.';
    case 'over_email_send_rate_limit':
      return 'Too many invitations. Please wait an hour and try again.';
    case 'no_mail_server':
      return "The website has no mail server, so we can't notify your colleague. Whoever runs the website needs to set SMTP_URL.";
    default:
      return explainCodeError(code, message);
  }
}
