import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { timeoutMs } from '#tests/support/timeouts.ts';
import { addStaff } from './staff.ts';
import { siteUrl, startTestService, type TestService } from './test-service.ts';

type Account = { email: string; password: string };

/** The password of each test's account. */
export const password = 'correct horse';

/**
 * Starts a service for the tests of a file, and adds an account of its own for each of them.
 *
 * @param take given both before each test
 * @returns what tests do with the service, by default as that account
 */
export function accountOfEachTest(take: (service: TestService, email: string) => void) {
  let service: TestService;
  let email: string;
  let accounts = 0;
  beforeAll(async () => {
    service = await startTestService();
  }, 60_000);
  afterAll(() => service.stop());
  beforeEach(async () => {
    accounts += 1;
    email = `owner${accounts}@example.com`;
    await addStaff(service.database, { email, password });
    service.mails.length = 0;
    take(service, email);
  });
  return {
    signIn: (as: Account = { email, password }) => signInTo(service, as),
    works: (token: string | undefined) => isGood(service, token),
    mailedLink: (to: string) => linkMailedTo(service, to),
    open: (link: URL, method = 'GET') => openLink(service, link, method),
  };
}

/** Signs in with a new client. */
async function signInTo(service: TestService, account: Account) {
  const client = service.newClient();
  const { data, error } = await client.auth.signInWithPassword(account);
  return { client, token: data.session?.access_token, error };
}

/** Whether an access token is worth anything. */
async function isGood(service: TestService, token: string | undefined): Promise<boolean> {
  return (await service.newClient().auth.getUser(token)).error === null;
}

/** The link in the first mail to an address, once it is there. */
async function linkMailedTo(service: TestService, to: string): Promise<URL> {
  const text = await vi.waitFor(() => {
    const mail = service.mails.find((sent) => sent.to === to);
    if (!mail) throw new Error('No mail yet');
    return mail.text;
  }, timeoutMs);
  return new URL(/https:\/\/\S+/.exec(text.replace(`${siteUrl}.`, ''))?.[0] ?? '');
}

/** Follows a mailed link as a mail program does. */
function openLink(service: TestService, link: URL, method = 'GET'): Promise<Response> {
  return service.request(link.href.slice(`${siteUrl}/auth/v1`.length), { method });
}

/** What the address that an answer leads to carries behind its #. */
export function fragmentOf(answer: Response): URLSearchParams {
  return new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1));
}
