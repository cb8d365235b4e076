import { expect, test } from 'vitest';
import { findProvider, mailProviders } from './mail-providers.ts';
import {
  createMailForm,
  explainDomain,
  type MailInput,
  type MailSettings,
  securityLabels,
  toMailChange,
  toMailInput,
} from './mail-settings.ts';

const settings = (given: Partial<MailSettings> = {}): MailSettings => ({
  ...{ server: null, isPasswordReadable: true, sender: null, senderAddress: 'website@localhost' },
  recipients: { enquiries: [], quotes: [], operations: [] },
  ...{ sendsWeeklySummary: false, selector: null, environment: {}, allowsPrivateHosts: false },
  ...given,
});
const server = {
  ...{ host: 'smtp.gmail.com', port: 465, security: 'tls' as const },
  ...{ user: 'shop@sheds.example', hasPassword: true },
};
const sender = { name: 'Sheds', email: 'shop@sheds.example' };

/** Parses what is entered into the form of these settings. */
function parse(given: MailSettings, entered: Partial<MailInput>, hasMfa = false) {
  const values = { ...toMailInput(given), password: 'mine', ...entered };
  return createMailForm(given, hasMfa).safeParse(values);
}
const listErrors = (...given: Parameters<typeof parse>) =>
  parse(...given).error?.issues.map(({ path }) => path.join('.'));
const toChange = (given: MailSettings, entered: Partial<MailInput>) => {
  const { data, error } = parse(given, entered);
  if (!data) throw error;
  return toMailChange(data, given);
};

test('createMailForm requires every field once a server is entered', () => {
  expect(listErrors(settings(), {})).toBeUndefined();
  expect(listErrors(settings(), { host: 'smtp gmail', user: 'a' })).toEqual([
    ...['host', 'port', 'security', 'mailPassword', 'senderEmail'],
  ]);
  expect(listErrors(settings(), { host: 'x', port: '0', security: 'y' })).toContain('port');
  expect(listErrors(settings(), {}, true)).toEqual(['code']);
});

test('createMailForm requires the password again for another server', () => {
  const stored = settings({ server, sender });
  expect(listErrors(stored, {})).toBeUndefined();
  const changes = [{ host: 'smtp.evil.example' }, { port: '587' }, { user: 'other' }];
  for (const entered of [...changes, { security: securityLabels.starttls }]) {
    expect(listErrors(stored, entered)).toEqual(['mailPassword']);
  }
  expect(listErrors({ ...stored, isPasswordReadable: false }, {})).toEqual(['mailPassword']);
});

test('recipients are separated by commas, semicolons, spaces or lines', () => {
  const entered = { enquiries: ' ann@sheds.example, bob@sheds.example;c@sheds.example\n' };
  expect(toChange(settings(), entered)).toMatchObject({
    recipients: { enquiries: ['ann@sheds.example', 'bob@sheds.example', 'c@sheds.example'] },
  });
  expect(listErrors(settings(), { quotes: 'ann@sheds.example bob' })).toEqual(['quotes']);
  expect(listErrors(settings(), { quotes: 'a@b.ca '.repeat(6) })).toEqual(['quotes']);
});

test('toMailChange leaves out what the environment decides, and an empty password', () => {
  expect(toChange(settings({ server, sender }), {})).toEqual({
    server: { host: server.host, port: 465, security: 'tls', user: server.user },
    sender,
    recipients: { enquiries: [], quotes: [], operations: [] },
    sendsWeeklySummary: false,
  });
  expect(toChange(settings({ server, sender }), { mailPassword: 'p' })).toMatchObject({
    server: { password: 'p' },
  });
  expect(toChange(settings({ server, sender }), { host: '', senderEmail: '' })).toMatchObject({
    ...{ server: null, sender: null },
  });
  const environment = { server: 'SMTP_URL', sender: 'MAIL_FROM', recipients: 'MAIL_TO' };
  expect(toChange(settings({ server, sender, environment }), { weeklySummary: true })).toEqual({
    sendsWeeklySummary: true,
  });
});

test('explainDomain says which records are missing, and that the provider is not named', () => {
  const record = (state: 'found' | 'missing' | 'unknown' | 'revoked', text?: string) => ({
    ...{ state, name: 'x.sheds.example' },
    ...(text === undefined ? {} : { record: text }),
  });
  const check = (spf: ReturnType<typeof record>) => ({
    ...{ domain: 'sheds.example', spf, dmarc: record('missing') },
  });
  const google = record('found', 'v=spf1 include:_spf.google.com ~all');
  const goodness = (...given: Parameters<typeof explainDomain>) =>
    explainDomain(...given).map(({ isGood }) => isGood);
  expect(goodness(check(google), 'smtp.gmail.com')).toEqual([true, undefined, false]);
  expect(goodness(check(google), 'smtp.office365.com')).toEqual([false, undefined, false]);
  expect(goodness({ ...check(record('unknown')), dkim: record('revoked') }, undefined)).toEqual([
    ...[undefined, false, false],
  ]);
  expect(explainDomain(check(google), 'smtp.office365.com')[0]?.text).toContain(
    'include:spf.protection.outlook.com',
  );
});

test('providers have one server each, on a port of mail submission', () => {
  for (const { host, port, security } of mailProviders) {
    expect(findProvider(host.toUpperCase())?.host).toBe(host);
    expect([465, 587]).toContain(port);
    expect(security).toBe(port === 465 ? 'tls' : 'starttls');
  }
  expect(findProvider('mail.example')).toBeUndefined();
});

test('toMailInput proposes the name and address of the business as the first sender', () => {
  const business = { business_name: 'Sheds', email: 'hello@sheds.example' };
  const proposed = { senderName: 'Sheds', senderEmail: 'hello@sheds.example' };
  expect(toMailInput(settings(), business)).toMatchObject(proposed);
  const stored = toMailInput(settings({ sender: { name: '', email: 'a@b.example' } }), business);
  expect(stored).toMatchObject({ senderName: '', senderEmail: 'a@b.example' });
});
