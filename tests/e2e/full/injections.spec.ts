import { richTextToShow, richTextToStore } from '#app/lib/rich-text.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { scriptInjections } from '#tests/fixtures/script-injections.ts';
import { signIn } from '../support/admin.ts';
import { pasteHtml } from '../support/paste.ts';
import { serviceClient } from '../support/service.ts';
import { expect, test } from '../support/test.ts';
import { expectNoXss, ignoreBlockedHandlers, monitorXss } from './xss-monitor.ts';

/** Some four hundred script injections through the forms and the posts, opened where people read them. */

// Missing images of posts.
const expectedErrors = ['status of 4', 'net::ERR', 'Failed to load', 'data:', 'frame', 'Refused'];
test.use({ expectedErrors });
test.setTimeout(240_000);

const email = 'injections@example.com';
/** How many injections one post, and one long text of a form, contains. */
const inOnePost = 24;
const packs = Array.from({ length: Math.ceil(scriptInjections.length / inOnePost) }, (_, index) =>
  scriptInjections.slice(index * inOnePost, (index + 1) * inOnePost),
);
/** The two inboxes share their rows and dialogs: this one gets each fourth by itself, and all in packs. */
const contactInjections = scriptInjections.filter((_, index) => index % 4 === 0);
const createSlug = (index: number) => `injections-${index}`;

test('enquiries with injections show them as text in the back office', async ({ page, site }) => {
  const service = serviceClient(site);
  const requests = scriptInjections.map((text) => ({
    ...{ customer_name: text.slice(0, 120), phone: text.slice(0, 40) },
    ...{ project_type: text.slice(0, 100), material_type: text.slice(0, 60) },
    ...{ size: text.slice(0, 60), description: `${text} and some words`, custom_message: text },
  }));
  const packedRequests = packs.map((pack) => ({
    ...{ customer_name: 'Packed', description: pack.join('\n'), custom_message: pack.join(' ') },
  }));
  const requestRows = [...requests, ...packedRequests].map((row) =>
    newQuoteRequest({ ...row, email, inspiration_images: [] }),
  );
  await service.from('quote_requests').insert(requestRows).throwOnError();
  const messages = contactInjections.map((text) => ({
    ...{ name: text.slice(0, 120), phone: text.slice(0, 40) },
    ...{ subject: `${text.slice(0, 190)} ...`, message: `${text} and some words` },
  }));
  const packedMessages = packs.map((pack) => ({ name: 'Packed', message: pack.join('\n') }));
  const messageRows = [...messages, ...packedMessages].map((row) =>
    newContactMessage({ ...row, email }),
  );
  await service.from('contact_submissions').insert(messageRows).throwOnError();

  const monitor = await monitorXss(page);
  await signIn(page, '/admin');
  for (const [path, injections] of [
    ['/admin/quotes', scriptInjections],
    ['/admin/contacts', contactInjections],
  ] as const) {
    const rows = page.getByRole('row');
    const next = page.getByRole('link', { name: 'Next page' });
    const pages = Math.ceil((injections.length + packs.length) / 25);
    await page.goto(path);
    for (let number = 1; number <= pages; number += 1) {
      await expect(page.getByText(new RegExp(`^${number * 25 - 24} to \\d+ of `))).toBeVisible();
      await expectNoXss(page, monitor, `${path} ${number}`);
      // The second is opened by its address, the others as staff open them: without loading all anew.
      if (number === 1) await page.goto(`${path}?page=2`);
      else if (number < pages) await next.click();
    }
    await page.goto(`${path}?q=Packed`);
    await expect(rows.nth(1)).toContainText('Packed');
    await rows.nth(1).getByRole('link', { name: 'View' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('alert(1)');
    await expectNoXss(page, monitor, `a detail of ${path}`);
  }
  for (const table of ['quote_requests', 'contact_submissions'] as const) {
    await service.from(table).delete().eq('email', email).throwOnError();
  }
});

test('each injection alone is harmless in a post without a content security policy', async ({
  page,
}) => {
  const monitor = await monitorXss(page);
  await page.goto('about:blank');
  await page.evaluate(
    (all) => {
      for (const html of all) {
        const place = document.createElement('div');
        document.body.append(place);
        place.innerHTML = html;
      }
    },
    scriptInjections.flatMap((text) => [richTextToShow(text), richTextToStore(text)]),
  );
  await page.waitForTimeout(300);
  await expectNoXss(page, monitor, 'set as a part of a page');
  for (const pack of packs) {
    await page.setContent(pack.map((text) => richTextToShow(text)).join(''));
    await expectNoXss(page, monitor, 'read as a page');
  }
});

test.describe('posts', () => {
  // Chromium reports the handlers of pasted HTML, which is parsed in a document that runs nothing.
  test.use({ expectedErrors: [...expectedErrors, 'Executing inline event handler'] });

  test('stored with injections run none on the page or in the editor', {
    tag: '@wide',
  }, async ({ page, site }) => {
    const service = serviceClient(site);
    const rows = packs.map((pack, index) => ({
      title: `Injections ${index} ${pack[0]}`.slice(0, 150),
      slug: createSlug(index),
      excerpt: pack.join(' ').slice(0, 300),
      author: (pack[1] ?? '').slice(0, 80),
      content: pack.map((text) => `<p>Ten words</p>${text}`).join('\n'),
      is_published: true,
      published_at: new Date().toISOString(),
    }));
    await service.from('blog_posts').insert(rows).throwOnError();
    const monitor = await monitorXss(page);
    for (const index of packs.keys()) {
      await page.goto(`/blog/${createSlug(index)}`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`Injections ${index}`);
      await page.mouse.move(200, 300);
      await expectNoXss(page, monitor, `/blog/${createSlug(index)}`);
    }
    await page.goto('/blog');
    await expectNoXss(page, monitor, '/blog');

    await signIn(page, '/admin/blog');
    for (const index of [0, 5, packs.length - 1]) {
      await page.getByRole('searchbox').fill(`injections ${index}`);
      await page.getByRole('button', { name: `Edit: Injections ${index} ` }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit Blog Post' });
      const text = dialog.getByRole('textbox', { name: 'Content' });
      await expect(text).toBeVisible();
      await expectNoXss(page, monitor, `the editor with ${createSlug(index)}`);
      if (index === 0) {
        ignoreBlockedHandlers(monitor);
        for (const pack of packs) await pasteHtml(text, pack.join('\n'));
        await expectNoXss(page, monitor, 'what was pasted into the editor');
      }
      await page.goto('/admin/blog');
      await expect(page.getByRole('heading', { level: 1, name: 'Blog Posts' })).toBeVisible();
    }
    await service.from('blog_posts').delete().like('slug', 'injections-%').throwOnError();
  });
});
