import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { timeoutMs } from '#tests/support/timeouts.ts';
import { addTestStaff, siteUrl, startTestService, type TestService } from './auth-service.ts';

type Account = { email: string; password: string };
type TestClient = ReturnType<TestService['newClient']>;

/** The password of each test's account. */
export const password = 'correct horse';

/**
 * Starts a service for the tests of a file, and creates an account for each of them.
 *
 * @param onBeforeEach called before each test
 * @returns actions of that account
 */
export function createTestAccounts(onBeforeEach: (service: TestService, email: string) => void) {
  let service: TestService;
  let email: string;
  let accounts = 0;
  beforeAll(async () => {
    service = await startTestService();
  }, 60_000);
  afterAll(() => service.stop());
  beforeEach(async () => {
    accounts += 1;
    // Not at example.com, which confirms no change of the address.
    email = `owner${accounts}@sheds.example`;
    await addTestStaff(service.database, { email, password });
    service.mails.length = 0;
    onBeforeEach(service, email);
  });
  return {
    signIn: (as: Account = { email, password }) => signInTo(service, as),
    signInWithFactor: (as: Account = { email, password }) => signInWithFactor(service, as),
    works: (token: string | undefined) => isValid(service, token),
    mailedLink: (to: string, subject?: string) => getMailedLink(service, to, subject),
    open: (link: URL, method = 'GET') => openLink(service, link, method),
  };
}

/** Signs in with a new client. */
async function signInTo(service: TestService, account: Account) {
  const client = service.newClient();
  const { data, error } = await client.auth.signInWithPassword(account);
  return { client, token: data.session?.access_token, error };
}

/** The code of a secret, by a step of 30 seconds in which no code has counted yet. */
export const generateCode = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Sends a request of a client's session that supabase-js does not know. */
export async function sendSignedIn(
  service: TestService,
  { auth }: TestClient,
  path: string,
  body?: object,
): Promise<Response> {
  const { data } = await auth.getSession();
  return service.request(path, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${data.session?.access_token}`,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

/** Signs in and turns two-step sign-in on. */
async function signInWithFactor(service: TestService, account: Account) {
  const { client } = await signInTo(service, account);
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
  const { id: factorId = '', totp } = data ?? {};
  const secret = totp?.secret ?? '';
  const { error } = await client.auth.mfa.challengeAndVerify({
    factorId,
    code: generateCode(secret),
  });
  if (error) throw error;
  // The email about the new factor.
  service.mails.length = 0;
  const send = (path: string, body?: object) => sendSignedIn(service, client, path, body);
  return { client, factorId, secret, send };
}

/** Returns whether an access token is accepted. */
async function isValid(service: TestService, token: string | undefined): Promise<boolean> {
  return (await service.newClient().auth.getUser(token)).error === null;
}

/** The link in the first mail to an email address, or the first with a subject, once it is sent. */
async function getMailedLink(service: TestService, to: string, subject?: string): Promise<URL> {
  const text = await vi.waitFor(() => {
    const mail = service.mails.find(
      (sent) => sent.to === to && (subject === undefined || sent.subject === subject),
    );
    if (!mail) throw new Error('No mail yet');
    return mail.text;
  }, timeoutMs);
  return new URL(/^https:\/\/\S+/m.exec(text)?.[0] ?? '');
}

/** Opens a mailed link as a mail program does. */
function openLink(service: TestService, link: URL, method = 'GET'): Promise<Response> {
  return service.request(link.href.slice(`${siteUrl}/auth/v1`.length), { method });
}

/** The token of a link that leads straight to a screen. */
export function getTokenHash(link: URL): string {
  return new URLSearchParams(link.hash.slice(1)).get('token_hash') ?? '';
}

/** The fragment of the URL that a response redirects to. */
export function getFragment(response: Response): URLSearchParams {
  return new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1));
}
