import { expect, type Locator, type Page } from '@playwright/test';
import { minFormAgeMs } from '#app/features/enquiries/spam.ts';

export const quoteSuccess =
  "Thank you for your quote request! We'll review your requirements and get back to you within 24 hours with a detailed estimate.";
export const quoteFailure =
  'Sorry, there was an error submitting your quote request. Please try again or call us directly.';
export const contactSuccess = "Thank you for your message! We'll get back to you within 24 hours.";
export const contactFailure =
  'Sorry, there was an error sending your message. Please try again or call us directly.';

/** Waits until the page has been open for as long as people need before they send its form. */
export async function waitForMinFormAge(form: Page | Locator) {
  const page = 'page' in form ? form.page() : form;
  const elapsed = await page.evaluate(() => performance.now());
  await page.waitForTimeout(Math.max(0, minFormAgeMs + 500 - elapsed));
}

/** Fills in the four required fields of the quote form inside `form`, no faster than people do. */
export async function fillQuote(form: Page | Locator, name: string, description?: string) {
  await form.getByLabel(/^Name/).fill(name);
  await form.getByLabel(/^Email/).fill('visitor@example.com');
  await form.getByLabel(/^Project Type/).selectOption('Other');
  await form
    .getByLabel(/^Project Description/)
    .fill(description ?? 'A workshop with a north light.');
  await waitForMinFormAge(form);
}

/** Opens the quote dialog from the home page's first link to it. */
export async function openQuoteRequestDialog(page: Page): Promise<Locator> {
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: /quote/i }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Request a Quote' });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Waits until the form has written its draft to the browser's store. */
export async function draftWritten(page: Page, key: string, part: string) {
  await expect
    .poll(() => page.evaluate((name) => localStorage.getItem(name) ?? '', key))
    .toContain(part);
}

/** Presses Tab until something has the focus, as a person without a mouse would. */
export async function tabTo(page: Page, target: Locator) {
  const focused = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 80; presses += 1) {
    if (await focused()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${target}`);
}
