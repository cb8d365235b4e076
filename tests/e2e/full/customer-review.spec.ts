import { randomUUID } from 'node:crypto';
import { askForReview } from '#app/features/quotes/review-request.ts';
import { recordQuoteAcceptance, recordQuoteStage } from '#app/features/quotes/staff-actions.ts';
import { newPhoneAcceptance } from '#tests/support/quotes.ts';
import { signIn } from '../support/admin.ts';
import { createPhotograph } from '../support/photograph.ts';
import { sendQuoteWithOption } from '../support/quotes.ts';
import { expect, test } from '../support/test.ts';

test('a customer reviews a delivered order with a photo, staff approve it, and visitors see it', async ({
  page,
  site,
}) => {
  const { staff, id, token } = await sendQuoteWithOption(site);
  await recordQuoteAcceptance(staff, id, newPhoneAcceptance());
  const delivered = { stage: 'delivered', reachedOn: '2026-11-20', note: '' } as const;
  await recordQuoteStage(staff, id, { ...delivered, images: [] });
  expect(await askForReview(staff, id, randomUUID())).toBe('asked');

  const response = await page.goto(`/quotes/${token}/review`);
  expect(response?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  await page.getByRole('radio', { name: '4 stars' }).check();
  await page.getByRole('textbox', { name: 'Your review' }).fill('Straight walls and a tidy yard.');
  await page.getByLabel('Name to show').fill('Dana of the Lake');
  await page.getByLabel('Choose a photo').setInputFiles(await createPhotograph('shed.jpg'));
  await expect(page.locator('input[name=inspiration_images]')).toBeAttached();
  await page.getByRole('button', { name: 'Send my review' }).click();
  await expect(page.getByText('Thank you. We received your review')).toBeVisible();

  await signIn(page, '/admin/reviews?tab=pending');
  const card = page.getByRole('article', { name: 'Review by Dana of the Lake' });
  await expect(card.getByText('From the website')).toBeVisible();
  await card.getByRole('button', { name: /^Approve/ }).click();
  await expect(card).toBeHidden();
  await page.goto('/reviews');
  const shown = page.getByRole('figure').filter({ hasText: 'Dana of the Lake' });
  await expect(shown.getByRole('img', { name: 'Photo by Dana of the Lake' })).toBeVisible();
  await expect(shown).toContainText('on this website');
});
