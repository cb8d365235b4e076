import { vi } from 'vitest';
import { siteUrl, type TestService } from './test-service.ts';

export type Account = { email: string; password: string };

/** Signs in with a new client. */
export async function signInTo(service: TestService, account: Account) {
  const client = service.newClient();
  const { data, error } = await client.auth.signInWithPassword(account);
  return { client, token: data.session?.access_token, error };
}

/** Whether an access token is worth anything. */
export async function isGood(service: TestService, token: string | undefined): Promise<boolean> {
  return (await service.newClient().auth.getUser(token)).error === null;
}

/** The link in the first mail to an address, once it is there. */
export async function linkMailedTo(service: TestService, to: string): Promise<URL> {
  const text = await vi.waitFor(() => {
    const mail = service.mails.find((sent) => sent.to === to);
    if (!mail) throw new Error('No mail yet');
    return mail.text;
  });
  return new URL(/https:\/\/\S+/.exec(text.replace(`${siteUrl}.`, ''))?.[0] ?? '');
}

/** Follows a mailed link as a mail program does. */
export function openLink(service: TestService, link: URL, method = 'GET'): Promise<Response> {
  return service.request(link.href.slice(`${siteUrl}/auth/v1`.length), { method });
}

/** What the address that an answer leads to carries behind its #. */
export function fragmentOf(answer: Response): URLSearchParams {
  return new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1));
}
