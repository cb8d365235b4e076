import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import type { MailServer } from '#tests/support/mail-server.ts';
import { signIn, signInByForm } from './support/admin.ts';
import { expectText, expectTitle, press } from './support/back-office.ts';
import { sendQuote } from './support/enquiries.ts';
import { expectAfterRetries, holdRequests } from './support/requests.ts';
import { serviceClient } from './support/service.ts';
import { owner } from './support/site-process.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedErrors: ['status of 4', 'net::ERR_FAILED', '[admin] '] });

const login = (page: Page) => page.getByRole('heading', { name: 'Admin Login' });

async function enter(page: Page, { email, password } = owner) {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign in');
}

async function waitForPasswordLink(mail: MailServer) {
  const received = await mail.waitFor(({ subject }) => subject === 'Set a new password');
  return { ...received, link: /https?:\/\/\S+[#?]\S+/.exec(received.text ?? '')?.[0] ?? '' };
}

async function fillNewPassword(page: Page, password: string) {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat the new password').fill(password);
}

test('sign-in opens the requested screen, and robots are kept out of the back office only', async ({
  page,
}) => {
  const expectRobots = async (content: string) => {
    const metas = await page.locator('meta[name=robots]').all();
    const contents = await Promise.all(metas.map((meta) => meta.getAttribute('content')));
    expect([...new Set(contents)]).toEqual([content]);
  };
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Admin' }).click();
  await expect(login(page)).toBeVisible();
  await expectRobots('noindex, nofollow, noarchive');
  // A document of its own for each page would set them as well.
  await page.evaluate(() => Object.assign(window, { samePage: true }));
  await page.getByRole('link', { name: 'Back to the website' }).click();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expectRobots('index, follow');
  await page.goBack();
  await expect(login(page)).toBeVisible();
  await expectRobots('noindex, nofollow, noarchive');
  expect(await page.evaluate(() => 'samePage' in window)).toBe(true);
  await page.goto('/admin/contacts');
  await enter(page);
  await expectTitle(page, 'Contact Messages');
  const { release } = await holdRequests(page, '**/rest/v1/staff*');
  await page.reload();
  await expect(page.getByText('Loading the admin panel')).toBeAttached();
  await expect(page.getByRole('heading')).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  release();
  await expectTitle(page, 'Contact Messages');
});

test('a failed sign-in shows its error, and an account without staff rights sees no data', async ({
  page,
  site,
}) => {
  await page.goto('/admin/settings');
  await expectText(page, 'Access the admin panel to manage your website content');
  await enter(page, { email: 'owner', password: '12345' });
  await expectText(page, 'Please enter a valid email address');
  await expectText(page, 'Password must be at least 6 characters');
  const alert = page.getByRole('alert');
  await enter(page, { ...owner, password: 'a wrong one' });
  await expect(alert).toHaveText('Invalid login credentials');
  await page.route('**/auth/v1/token*', (route) =>
    route.fulfill({ status: 400, json: { code: 'bad_jwt', message: 'invalid JWT' } }),
  );
  await enter(page);
  await expect(alert).toHaveText('Authentication system updated. Please try logging in again.');
  await page.unrouteAll();

  await test.step('an aborted sign-in shows its own error, and the button its progress', async () => {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/auth/v1/token*', async (route) => {
      await held;
      await route.abort();
    });
    await enter(page);
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
    answer();
    await expect(alert).toHaveText('An unexpected error occurred. Please try again.');
    await page.unrouteAll();
  });

  const service = serviceClient(site);
  const { data: staff } = await service.from('staff').select('user_id').throwOnError();
  await service.from('staff').delete().not('user_id', 'is', null).throwOnError();
  try {
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/rest/')) requests.push(pathname);
    });
    await enter(page);
    const refusal = "This account can't use the admin panel";
    await expect(page.getByRole('heading', { name: refusal })).toBeVisible();
    await expectText(page, owner.email);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('link')).toHaveCount(0);
    await expect(page.getByRole('button')).toHaveText(['Sign Out']);
    expect(requests).toEqual(['/rest/v1/staff']);
    await press(page, 'Sign Out');
    await expect(login(page)).toBeVisible();
  } finally {
    await service.from('staff').insert(staff).throwOnError();
  }
});

test('a staff list that cannot be read shows an error, and Try again reads it', {
  tag: ['@full', '@clock'],
}, async ({ page }) => {
  await page.route('**/rest/v1/staff*', (route) => route.abort());
  await page.clock.install();
  await page.goto('/admin/settings');
  await enter(page);
  const failure = "Couldn't load the admin panel";
  await expectAfterRetries(page, page.getByRole('heading', { name: failure }));
  await page.unrouteAll();
  await press(page, 'Try again');
  await expectTitle(page, 'Business Settings');
});

test('Sign Out shows the sign-in form in all tabs, and no customer data remains in them', async ({
  page,
  context,
  request,
  isMobile,
}) => {
  await sendQuote(request, 'Cleo Private');
  await signIn(page, '/admin/quotes?q=Cleo', { anew: true });
  await page.getByRole('link', { name: 'View: Cleo Private' }).click();
  await expect(page.getByRole('dialog')).toContainText('Cleo Private');
  const other = await context.newPage();
  await other.goto('/admin/settings');
  await other.getByLabel('Business Name').fill('Half a name');
  await other.evaluate(() => localStorage.setItem('post-draft:new', '{}'));
  const third = await context.newPage();
  await third.goto('/admin/sheds');
  if (isMobile) await press(third, 'More: Shed Listings');
  await press(third, 'Change Prices');
  await third.getByRole('checkbox', { name: / selected$/ }).uncheck();
  // The first tab learns of it from storage: the request fails.
  await other.route('**/auth/v1/logout*', (route) => route.abort());
  if (isMobile) await press(other, /^Menu/);
  await press(other, 'Sign Out');
  const question = other.getByRole('alertdialog', { name: 'Discard your changes?' });
  await expectText(question, "Your changes here and in another tab haven't been saved.");
  await press(question, 'Discard and sign out');

  for (const tab of [other, page, third]) {
    await expect(login(tab)).toBeVisible();
    await expect(tab.getByRole('dialog')).toHaveCount(0);
    expect(await tab.content()).not.toContain('Cleo Private');
    await expect(tab).not.toHaveURL(/Cleo|open/);
  }
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored.filter((key) => /post-draft|auth-token/.test(key))).toEqual([]);
});

test('Sign out on all devices ends another session, which keeps and covers what was typed', {
  tag: '@full',
}, async ({ page, browser, site }) => {
  const name = 'Half Typed';
  const text = 'They came when they said they would.';
  await signIn(page, '/admin/reviews?open=new', { anew: true });
  const dialog = page.getByRole('dialog', { name: 'Add New Review' });
  await dialog.getByLabel('Customer Name').fill(name);
  await dialog.getByLabel('Review Text').fill(text);
  await dialog.getByRole('radio', { name: '4' }).check({ force: true });

  const elsewhere = await browser.newContext({ baseURL: site.url });
  const other = await elsewhere.newPage();
  await signIn(other, '/admin/account', { anew: true });
  await press(other, 'Sign out on all devices');
  const question = other.getByRole('alertdialog', { name: 'Sign out on all devices?' });
  await press(question, 'Sign out');
  await expect(login(other)).toBeVisible();
  await elsewhere.close();

  // The page's own requests may find out first, and cover the button.
  await dialog
    .getByRole('button', { name: 'Add Review' })
    .click({ timeout: 2_000 })
    .catch(() => undefined);
  const again = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(again.getByLabel('Password')).toBeFocused();
  await expect(again.getByLabel('Email address')).toHaveValue(owner.email);
  await expect(page.getByText('Customer Reviews', { exact: true })).toBeHidden();
  await expect(dialog.getByLabel('Customer Name')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(again).toBeVisible();
  await again.getByLabel('Password').fill(owner.password);
  await page.keyboard.press('Enter');
  await expect(again).toBeHidden();

  await expect(dialog.getByLabel('Customer Name')).toHaveValue(name);
  await expect(dialog.getByLabel('Review Text')).toHaveValue(text);
  await press(dialog, 'Add Review');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('article', { name: `Review by ${name}` })).toBeVisible();
});

test('a forgotten password is replaced by a mailed link, and changed back on the account screen', async ({
  page,
  request,
  mail,
  site,
}) => {
  mail.received.length = 0;
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();

  await test.step('the message is the same for unknown accounts, and one mail is sent', async () => {
    for (const email of ['nobody@example.com', owner.email]) {
      await page.getByLabel('Email address').fill(email);
      await press(page, 'Send the link');
      await expect(page.getByRole('status')).toHaveText(
        `If there is an account for ${email}, an email with a link is on its way. The link works once and expires in an hour.`,
      );
      await press(page, 'Use another address');
    }
  });
  const { link, envelopeTo } = await waitForPasswordLink(mail);
  expect(envelopeTo).toEqual([owner.email]);
  expect(mail.received).toHaveLength(1);
  expect(link).toContain(`${site.url}/admin/password#token_hash=`);
  // Mail scanners open links.
  expect((await request.get(link)).status()).toBe(200);

  await test.step('the link sets a new password and opens the back office', async () => {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
    await fillNewPassword(page, 'battery staple');
    await press(page, 'Save the new password');
    await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to the admin panel' }).click();
    await expectTitle(page, 'Dashboard');
    await mail.waitFor(({ subject }) => subject === 'Your password was changed');
  });

  await test.step('the account screen requires the current password', async () => {
    await page.goto('/admin/account');
    await expectText(page, `You are signed in as ${owner.email}`);
    const current = page.getByLabel('Current password');
    const change = page.getByRole('button', { name: 'Change password' });
    await current.fill('a wrong one');
    await fillNewPassword(page, owner.password);
    await change.click();
    await expectText(page, 'Your current password is not correct');
    await expect(current).toBeFocused();
    await current.fill('battery staple');
    await change.click();
    await expectText(page, 'Your password has been changed.');
    await expect(current).toHaveValue('');
  });
});

test("Supabase's standard recovery link signs in, and shows an error when it is used twice", {
  tag: '@full',
}, async ({ page, mail, site }) => {
  mail.received.length = 0;
  // Without a screen to lead to, the mail leads over GET /verify, as that platform's does.
  await serviceClient(site).auth.resetPasswordForEmail(owner.email);
  const link = new URL((await waitForPasswordLink(mail)).link);
  expect(link.pathname).toBe('/auth/v1/verify');
  // Its list of addresses may name the back office only.
  link.searchParams.set('redirect_to', `${site.url}/admin`);
  await page.goto(link.href);
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/password#?$/);
  await fillNewPassword(page, owner.password);
  await press(page, 'Save the new password');
  await expectText(page, 'Please choose a password that is different from the old one');

  link.searchParams.set('redirect_to', `${site.url}/admin/password`);
  await page.goto(link.href);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
});

test('a new email address waits to be confirmed, alone where nobody reads the present one', {
  tag: '@full',
}, async ({ page, mail }) => {
  mail.received.length = 0;
  await signIn(page, '/admin/account', { anew: true });
  const section = page.getByRole('region', { name: 'Change email address' });
  await section.getByLabel('New email address').fill('owner@new.example.com');
  await section.getByLabel('Your password').fill('a wrong one');
  await press(section, 'Change email address');
  await expectText(section, 'Your current password is not correct');
  await section.getByLabel('Your password').fill(owner.password);
  await press(section, 'Change email address');
  await expect(section.getByRole('status')).toContainText(
    'Open the link in the email to owner@new.example.com within an hour.',
  );
  const next = await mail.waitFor(({ subject }) => subject === 'Confirm your new email address');
  await page.goto(/https?:\/\/\S+#\S+/.exec(next.text ?? '')?.[0] ?? '');
  await expect(page.getByText("Once you confirm, you'll sign in with the new")).toBeVisible();
});

test('two-step sign-in is turned on with a code, required at sign-in and turned off with a code', {
  tag: '@full',
}, async ({ page, context, isMobile }) => {
  await signIn(page, '/admin/account', { anew: true });
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  const code = page.getByLabel('Code from your authenticator app');
  await press(section, 'Turn on two-step sign-in');
  await section.getByLabel('Your password').fill('not the password');
  await press(section, 'Continue');
  await expectText(page, 'Your current password is not correct');
  await section.getByLabel('Your password').fill(owner.password);
  await press(section, 'Continue');
  await expect(section.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect(code).toBeFocused();
  const key = await section.getByRole('code').innerText();
  await expect(section.locator('a[href^="otpauth://totp/"]')).toHaveText('Open in app');
  const codes = new TOTP({ secret: key.replaceAll(' ', '') });
  // Each code works once, so that the test uses those of three half minutes.
  const getCode = (steps: number) => codes.generate({ timestamp: Date.now() + steps * 30_000 });
  const isOn = section.getByText(
    'Two-step sign-in is on. Your other devices have been signed out.',
  );
  await expect(async () => {
    // At the end of a half minute, the code of the former one is no longer accepted.
    if (await code.isVisible()) {
      await code.fill(getCode(-1));
      await code.press('Enter');
    }
    await expect(isOn).toBeVisible({ timeout: 3_000 });
  }).toPass();

  const recovery = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(recovery).toHaveCount(10);
  const [recoveryCode = '', ...otherCodes] = await recovery.allInnerTexts();
  await test.step('recovery codes are printed alone, copied, and shown only once', async () => {
    const printed = page.locator('body > [data-printed]');
    await page.evaluate(() => {
      window.print = () => {};
    });
    await press(section, 'Print');
    await expect(printed).toContainText(`Recovery codes for ${owner.email} at `);
    await expect(printed.locator('li')).toHaveText([recoveryCode, ...otherCodes]);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(printed).toHaveCount(0);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(section, 'Copy');
    await expectText(section, 'Copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      [recoveryCode, ...otherCodes].join('\n'),
    );
    if (isMobile) await press(page, /^Menu/);
    await press(page, /^Sign Out/);
    await press(page.getByRole('alertdialog'), 'Keep editing');
    await press(section, 'I have saved them');
    await expectText(section, '10 of 10 left. Each one signs you in once without your phone.');
    await expect(recovery).toHaveCount(0);
  });

  await page.evaluate(() => localStorage.clear());
  await signInByForm(page, '/admin/account');
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill('000000');
  await code.press('Enter');
  await expect(page.getByRole('alert')).toContainText('That code is wrong');
  await expect(code).toBeFocused();
  await press(page, 'Use a recovery code');
  await page.getByLabel('Recovery code').fill(recoveryCode.replace('-', ' ').toUpperCase());
  await press(page, 'Continue');
  await expectTitle(page, 'Account');
  await expectText(section, '9 of 10 left. Each one signs you in once without your phone.');
  await page.route('**/auth/v1/factors/recovery-codes', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(section, 'Create new recovery codes');
  await press(section, 'Use a recovery code');
  await section.getByLabel('Recovery code').fill(otherCodes[0] ?? '');
  await press(section, 'Create new recovery codes');
  await expectText(section, "Couldn't load the recovery codes.");
  await page.unrouteAll();
  await press(section, 'Try again');
  await expectText(section, "Your recovery codes couldn't be shown. Please create new ones.");

  await test.step('a colleague who lost the phone is helped with password and code', async () => {
    await press(section, 'Help a colleague');
    const colleague = section.getByLabel("Your colleague's email address");
    const submit = () => press(section, 'Turn off their two-step sign-in');
    await section.getByLabel('Your password').fill(owner.password);
    await page.route('**/auth/v1/factors/reset', (route) => route.fulfill({ json: {} }));
    await colleague.fill('colleague@example.com');
    await code.fill('123456');
    await submit();
    await expectText(
      section,
      'Two-step sign-in is off for colleague@example.com. We emailed both of you.',
    );
    await expect(colleague).toHaveCount(0);
  });

  await press(section, 'Turn it off');
  await code.fill(getCode(1));
  await press(section, 'Turn off two-step sign-in');
  await expect(section.getByRole('status')).toHaveText('Two-step sign-in is off.');
});

test('a colleague joins and is removed', { tag: '@full' }, async ({ page, browser, mail }) => {
  await signIn(page, '/admin/account', { anew: true });
  await page.getByRole('link', { name: 'Open colleagues' }).click();
  await expectTitle(page, 'Colleagues');
  const invite = page.getByRole('region', { name: 'Invite a colleague' });
  await invite.getByLabel("Your colleague's email address").fill('helper@example.com');
  await invite.getByLabel('Your password').fill(owner.password);
  await press(invite, 'Send invitation');
  await expectText(invite, 'We emailed helper@example.com a link.');
  await expectText(page, /^Invited .*, hasn't chosen a password yet$/);
  const sent = await mail.waitFor(({ envelopeTo }) => envelopeTo.includes('helper@example.com'));

  const helper = await browser.newPage();
  await helper.goto(/https?:\/\/\S+#\S+/.exec(sent.text ?? '')?.[0] ?? '');
  await fillNewPassword(helper, 'battery staple');
  await press(helper, 'Save the new password');
  await helper.getByRole('link', { name: 'Go to the admin panel' }).click();
  await expectTitle(helper, 'Dashboard');

  await page.reload();
  await press(page, 'Remove: helper@example.com');
  const dialog = page.getByRole('dialog', { name: 'Remove this colleague?' });
  await dialog.getByLabel('Your password').fill(owner.password);
  await press(dialog, 'Remove');
  await expectText(page, 'helper@example.com was removed and signed out everywhere.');
  await helper.reload();
  await expect(helper.getByRole('heading', { name: 'Dashboard' })).toHaveCount(0);
  await helper.close();
});
