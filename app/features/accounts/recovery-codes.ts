import { getBrowserConnection, hasOwnBackend } from '#app/lib/browser-client.ts';
import type { Client } from '#app/lib/client.ts';
import { z } from '#app/lib/zod.ts';
import { codeUnreachableMessage, explainCodeError } from './mfa.ts';

// Calls of our backend's auth service that GoTrue and supabase-js do not know: see docs/backend.md.

const counted = z.object({ left: z.int() });
const created = z.object({ codes: z.array(z.string()) });
const failed = z.object({ code: z.string(), message: z.string() });

/** How many recovery codes of the account are left; undefined on hosted Supabase, which has none. */
export async function countRecoveryCodes(client: Client): Promise<number | undefined> {
  if (!hasOwnBackend()) return undefined;
  const response = await send(client, 'GET', 'recovery-codes');
  if (!response.ok) throw new Error(`The recovery codes were not counted: ${response.status}`);
  return counted.parse(await response.json()).left;
}

/** Ten new codes, which replace the former ones. It needs a code of the app within the last five minutes. */
export async function createRecoveryCodes(client: Client): Promise<string[]> {
  const response = await send(client, 'POST', 'recovery-codes', {});
  if (!response.ok) throw new Error(`No recovery codes were created: ${response.status}`);
  return created.parse(await response.json()).codes;
}

/**
 * Turns two-step sign-in off for a colleague; returns what went wrong. On hosted Supabase the function reset-colleague
 * does it.
 */
export async function resetColleague(
  client: Client,
  { email, password, code }: { email: string; password: string; code: string },
): Promise<string | undefined> {
  try {
    const body = { email, current_password: password, code };
    const response = await send(client, 'POST', 'reset', body);
    if (response.ok) return undefined;
    const error = failed.safeParse(await response.json()).data;
    switch (error?.code) {
      case 'current_password_invalid':
        return 'Your current password is not correct';
      case 'user_not_found':
        return 'No colleague has this email address. Check the spelling.';
      case 'mfa_factor_not_found':
        return 'Two-step sign-in is already off for this account.';
      case 'no_mail_server':
        return 'The website has no mail server, so nobody would be told. Whoever runs it can set SMTP_URL.';
      default:
        return explainCodeError(error?.code, error?.message ?? codeUnreachableMessage);
    }
  } catch {
    return codeUnreachableMessage;
  }
}

async function send(
  client: Client,
  method: 'GET' | 'POST',
  path: 'recovery-codes' | 'reset',
  body?: object,
): Promise<Response> {
  const { url, publishableKey } = getBrowserConnection();
  const { data } = await client.auth.getSession();
  const isFunction = path === 'reset' && !hasOwnBackend();
  const endpoint = isFunction ? 'functions/v1/reset-colleague' : `auth/v1/factors/${path}`;
  return fetch(`${url}/${endpoint}`, {
    method,
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
