import { expect, type Page } from '@playwright/test';
import type { Session } from '@supabase/supabase-js';
import { owner } from './site-process.ts';

/** Opens a path of the back office and signs in through the form. */
export async function signInByForm(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await page.getByLabel('Email address').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeHidden();
}

/** Sessions of the owner that tests of this worker have used, by the site's URL. */
const sessions = new Map<string, Session>();
/** A session that ends earlier could be refreshed during a test. */
const minLifetimeSeconds = 600;

/** Returns the session of the former test, or a new one if that test has ended it. */
async function getOwnerSession({ request }: Page, anew: boolean): Promise<Session> {
  const login = await request.get('/admin');
  const [apikey = ''] = /sb_publishable_[\w-]+/.exec(await login.text()) ?? [];
  const before = sessions.get(login.url());
  if (!anew && before && (before.expires_at ?? 0) - Date.now() / 1000 > minLifetimeSeconds) {
    const headers = { apikey, authorization: `Bearer ${before.access_token}` };
    const answer = await request.get('/auth/v1/user', { headers });
    if (answer.ok()) return { ...before, user: await answer.json() };
  }
  const answer = await request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey },
    data: owner,
  });
  expect(answer.status()).toBe(200);
  const session = (await answer.json()) as Session;
  sessions.set(login.url(), session);
  return session;
}

let signIns = 0;

/**
 * Opens a path of the back office with a session that is in localStorage, where supabase-js looks for it.
 *
 * @param anew whether it is a session of its own, as another device has it
 */
export async function signIn(page: Page, path: string, { anew = false } = {}): Promise<void> {
  const session = await getOwnerSession(page, anew);
  signIns += 1;
  // The script runs at every navigation, and must not restore a session that the test has ended.
  await page.addInitScript(
    ({ value, flag }) => {
      if (!window.location.protocol.startsWith('http') || sessionStorage.getItem(flag)) return;
      sessionStorage.setItem(flag, 'done');
      const [project] = window.location.hostname.split('.');
      localStorage.setItem(`sb-${project}-auth-token`, value);
    },
    { value: JSON.stringify(session), flag: `sign-in-${signIns}` },
  );
  await page.goto(path);
  await expect(
    page.getByRole('button', { name: 'Sign Out', exact: true, includeHidden: true }),
  ).toBeAttached();
}
