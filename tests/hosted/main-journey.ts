import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { expect } from 'vitest';
import { quoteMessages } from '#app/features/enquiries/quote-request-form.ts';
import { minFormAgeMs, spamCheckFields } from '#app/features/enquiries/spam.ts';
import { insertRow, updateRow } from '#app/lib/crud.ts';
import type { Database } from '#app/lib/database.types.ts';
import { selectRows } from '#tests/support/backend.ts';
import { createSmallImage, uploadSmallImage } from '#tests/support/small-image.ts';

/** A website and its platform. */
export type Stage = {
  siteUrl: string;
  platformUrl: string;
  publishableKey: string;
  staff: { email: string; password: string };
  changesSecret: string;
  /** False if its storage accepts no file in a multipart body; the form reports it then. */
  takesMultipart: boolean;
};

/** The public pages, and a text that each must contain. */
const pages = {
  '/': 'contact',
  '/sheds': 'Cedar Gable',
  '/custom-sheds': 'Cedar Gable',
  '/blog': 'Blog',
  '/contact': 'Send Message',
  '/quote-request': 'Submit Quote Request',
  '/privacy': 'Privacy',
};

/**
 * The main journey over HTTP, as visitors, the owner and the platform make it: pages, a quote request
 * with an image and without JavaScript, an image past the website, sign-in, the inbox, a change
 * that the pages show.
 */
export async function makeMainJourney(stage: Stage): Promise<void> {
  const staff = getClient(stage);
  const anon = getClient(stage);
  const page = async (path: string) => {
    const response = await fetch(stage.siteUrl + path);
    return { status: response.status, headers: response.headers, html: await response.text() };
  };

  const wrong = await staff.auth.signInWithPassword({ ...stage.staff, password: 'not it at all' });
  expect(wrong.error?.status).toBe(400);
  const { error: signInError } = await staff.auth.signInWithPassword(stage.staff);
  expect(signInError).toBeNull();

  const shed = { title: 'Cedar Gable', material_type: 'Wood', color: 'Red', size: '8x8' };
  const listed = await insertRow(staff, 'shed_listings', { ...shed, shed_style: 'Gable' });
  for (const [path, text] of Object.entries(pages)) {
    const { status, html, headers } = await page(path);
    expect([path, status]).toEqual([path, 200]);
    expect(html).toContain(text);
    expect(headers.get('content-security-policy')).toContain(stage.platformUrl);
  }
  expect((await page(`/custom-sheds/${listed.id}`)).html).toContain('Cedar Gable');
  expect((await page('/custom-sheds/00000000-0000-4000-8000-000000000000')).status).toBe(404);

  const email = `journey-${Date.now()}@example.com`;
  await sendQuote(stage, (await page('/quote-request')).html, email);
  const requests = await selectRows(staff, 'quote_requests', '*', { email });
  expect(requests).toMatchObject([{ status: 'pending', is_spam: false, customer_name: 'Ada Fox' }]);
  const images = requests[0]?.inspiration_images ?? [];
  expect(images).toHaveLength(stage.takesMultipart ? 1 : 0);
  expect((await anon.from('quote_requests').select()).data ?? []).toEqual([]);

  const direct = `inspiration/${Date.now()}-direct.jpg`;
  await uploadSmallImage(anon, direct);
  const shown = await fetch(anon.storage.from('images').getPublicUrl(direct).data.publicUrl);
  const { width, height, format } = await sharp(await shown.bytes()).metadata();
  expect({ width, height, format }).toEqual({ width: 8, height: 8, format: 'jpeg' });
  for (const image of [...images, direct]) {
    expect(image).toMatch(/^inspiration\/\d{13}-/);
    expect((await fetch(`${stage.siteUrl}/pictures/320/webp/${image}`)).status).toBe(200);
  }

  const answered = staff.from('quote_requests').update({ status: 'responded' }).eq('email', email);
  expect((await answered.select('status').throwOnError()).data).toEqual([{ status: 'responded' }]);

  await updateRow(staff, 'shed_listings', listed.id, { title: 'Cedar Barn' });
  expect((await page('/sheds')).html).toContain('Cedar Gable');
  expect(await sendChangeWebhook(stage, 'a wrong secret')).toBe(401);
  expect(await sendChangeWebhook(stage, stage.changesSecret)).toBe(204);
  expect((await page('/sheds')).html).toContain('Cedar Barn');

  const { data: signedIn } = await staff.auth.getSession();
  const token = signedIn.session?.access_token ?? '';
  expect(await drawListing(stage, '')).toBe(401);
  expect(await drawListing(stage, `Bearer ${stage.publishableKey}`)).toBe(403);
  expect(await drawListing(stage, `Bearer ${token}`)).toBe(200);

  await staff.auth.signOut();
  expect((await staff.from('quote_requests').select()).data ?? []).toEqual([]);
}

function getClient({ platformUrl, publishableKey }: Stage) {
  return createClient<Database>(platformUrl, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

/** The status of an image of a listing, which the website draws for staff. */
async function drawListing({ siteUrl }: Stage, authorization: string): Promise<number> {
  const response = await fetch(`${siteUrl}/design/listing-image?style=gable&size=6x6&side=back`, {
    headers: authorization ? { authorization } : {},
  });
  const bytes = await response.bytes();
  if (response.ok) {
    const { width, height, format } = await sharp(bytes).metadata();
    expect({ width, height, format }).toEqual({ width: 1920, height: 1440, format: 'jpeg' });
  }
  return response.status;
}

/** Sends the form as a browser without scripts does. */
async function sendQuote({ siteUrl, takesMultipart }: Stage, html: string, email: string) {
  const token = new RegExp(`name="${spamCheckFields.token}"[^>]*value="([^"]+)"`).exec(html)?.[1];
  const form = new FormData();
  const values = {
    customer_name: 'Ada Fox',
    email,
    project_type: 'Custom Shed',
    description: 'A shed for two bicycles',
    [spamCheckFields.token]: token ?? '',
  };
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  const image = new Blob([new Uint8Array(await createSmallImage())], { type: 'image/jpeg' });
  form.append('inspiration_files', image, 'idea.jpg');
  await sleep(minFormAgeMs + 100);
  const sent = await fetch(`${siteUrl}/quote-request`, {
    method: 'POST',
    body: form,
    headers: { Origin: siteUrl, 'Sec-Fetch-Site': 'same-origin' },
  });
  const answer = await sent.text();
  if (takesMultipart) expect(sent.url).toContain('sent=yes');
  else expect(answer).toContain('Failed to upload idea.jpg');
  expect(answer).toContain(quoteMessages.success.replaceAll("'", '&#x27;'));
}

/** What the platform's database webhook does when a row of shed_listings changes. */
async function sendChangeWebhook({ siteUrl }: Stage, secret: string): Promise<number> {
  const response = await fetch(`${siteUrl}/hooks/changes`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}` },
    body: JSON.stringify({ type: 'UPDATE', table: 'shed_listings', schema: 'public', record: {} }),
  });
  return response.status;
}
