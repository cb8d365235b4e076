import { readFile } from 'node:fs/promises';
import { signIn } from './support/admin.ts';
import { waitForMinFormAge } from './support/forms.ts';
import { holdRequests } from './support/hold-requests.ts';
import { pressRowAction } from './support/row-actions.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const success = "Thank you for your message! We'll get back to you within 24 hours.";

test(
  'a contact message is sent by a visitor, mailed to the owner and managed in the back office',
  { tag: '@narrow' },
  async ({ page, mail }, { project }) => {
    const sender = `Finn ${project.name}`;

    await test.step('a visitor sends the message on the home page', async () => {
      await page.goto('/#contact');
      const form = page.locator('#contact form');
      await form.getByRole('button', { name: 'Send Message' }).click();
      for (const sentence of [
        'Name must be at least 2 characters',
        'Please enter a valid email address',
        'Subject must be at least 3 characters',
        'Message must be at least 10 characters',
      ]) {
        await expect(form.getByText(sentence).last()).toBeVisible();
      }
      await expectAccessible(page);
      await form.getByLabel(/^Name/).fill(sender);
      await form.getByLabel(/^Email/).fill('finn@example.com');
      await form.getByLabel(/^Subject/).fill('Opening hours');
      await form
        .getByLabel(/^Message/)
        .fill('Are you open on Saturday afternoon?\nI would come by.');
      await waitForMinFormAge(form);
      const { release } = await holdRequests(page, '**/contact.json*');
      await form.getByRole('button', { name: 'Send Message' }).click();
      await expect(form.getByRole('button', { name: 'Sending Message...' })).toBeDisabled();
      release();
      await expect(form.getByText(success)).toBeVisible();
      await expect(form.getByLabel(/^Message/)).toHaveValue('');
    });

    await test.step('the owner receives a mail', async () => {
      const received = await mail.waitFor(({ text }) => text?.includes(sender) ?? false);
      expect(received.envelopeTo).toEqual(['owner@example.com']);
      expect(received.replyTo?.[0]?.address).toBe('finn@example.com');
    });

    await test.step('opening the message marks it as read', async () => {
      await signIn(page, '/admin/contacts');
      await expect(page.getByRole('heading', { level: 1, name: 'Contact Messages' })).toBeVisible();
      await expect(page.getByRole('button', { name: `Mark read: ${sender}` })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: `View: ${sender}` }).click();
      const detail = page.getByRole('dialog', { name: 'Contact Submission Details' });
      await expect(detail).toContainText('Are you open on Saturday afternoon?');
      await expect(detail.getByRole('button', { name: 'Mark Read' })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await expectAccessible(page);
      const reply = await detail
        .getByRole('link', { name: 'Reply via Email' })
        .getAttribute('href');
      expect(reply).toContain('mailto:finn@example.com?subject=Re%3A%20Opening%20hours');
      await detail.getByRole('button', { name: 'Mark Unread' }).click();
      await expect(detail.getByRole('button', { name: 'Mark Unread' })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await detail.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('tab', { name: /Unread/ }).click();
      await page.getByRole('button', { name: `Mark read: ${sender}` }).click();
      await expect(page.getByRole('link', { name: `View: ${sender}` })).toBeHidden();
    });

    await test.step('the export contains the message', async () => {
      await page.getByRole('tab', { name: /^Read/ }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^contact-submissions-\d{4}-\d{2}-\d{2}\.csv$/);
      const csv = await readFile(await file.path(), 'utf8');
      expect(csv.startsWith('\uFEFF"Date","Name","Email","Phone","Subject","Status"\r\n')).toBe(
        true,
      );
      expect(csv).toContain(`"${sender}","finn@example.com","","Opening hours","read"`);
    });

    await test.step('the message is deleted after confirmation', async () => {
      await pressRowAction(page, 'Delete', sender);
      const confirm = page.getByRole('alertdialog');
      await expect(confirm).toContainText(
        'Are you sure you want to delete this contact submission? This action cannot be undone.',
      );
      await confirm.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('link', { name: `View: ${sender}` })).toBeHidden();
    });
  },
);
