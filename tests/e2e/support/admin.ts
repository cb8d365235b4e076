import { expect, type Page } from '@playwright/test';
import { owner } from './site-process.ts';

/** Opens an address of the back office and signs in there, as a person does. */
export async function signInByForm(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await page.getByLabel('Email address').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeHidden();
}

/**
 * Opens an address of the back office with a session that lies in the browser already, where
 * supabase-js looks for it.
 */
export async function signIn(page: Page, path: string): Promise<void> {
  const html = await (await page.request.get('/admin')).text();
  const [apikey = ''] = /sb_publishable_[\w-]+/.exec(html) ?? [];
  const answer = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey },
    data: owner,
  });
  expect(answer.status()).toBe(200);
  const session = await answer.text();
  await page.goto('/robots.txt');
  await page.evaluate((value) => {
    const [project] = window.location.hostname.split('.');
    localStorage.setItem(`sb-${project}-auth-token`, value);
  }, session);
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Sign Out', includeHidden: true })).toBeAttached();
}
