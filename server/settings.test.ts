import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { toMailHref } from '#app/lib/email.ts';
import { acceptedEmails, rejectedEmails } from '#tests/fixtures/emails.ts';
import { InvalidSettingError, localUrl, readSettings } from './settings.ts';

test('every setting has a default', () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: undefined,
    dataDirectory: resolve('data'),
    database: { type: 'embedded', directory: resolve('data/database') },
    backups: { directory: resolve('data/backups'), time: { hour: 3, minute: 30 }, keep: 7 },
    hosted: undefined,
    mail: { smtpUrl: undefined, from: undefined, to: undefined, allowsPrivateHosts: false },
    firstStaff: { email: undefined, password: undefined },
    securityContact: undefined,
    seed: 'demo',
    trustProxy: 0,
    requestsPerMinute: 3000,
    maxImageCacheBytes: 2000 * 1024 * 1024,
    visitorStorageLimit: 2000 * 1024 * 1024,
    imagesAhead: true,
    logLevel: 'info',
  });
});

test('an empty value is not set', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toEqual(readSettings({}));
});

test('DATABASE_URL selects a PostgreSQL server', () => {
  const url = 'postgres://owner@localhost/site?host=/run/postgresql';
  expect(readSettings({ DATABASE_URL: url }).database).toEqual({ type: 'server', url });
});

const store = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_REGION: 'ca-central-1',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

test('the five settings of S3 are read together', () => {
  expect(readSettings(store).s3).toEqual({
    endpoint: 'https://s3.example',
    region: 'ca-central-1',
    bucket: 'pictures',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  });
});

test.each([
  ['security@example.com', 'mailto:security@example.com'],
  ['security+site@example.com', 'mailto:security%2Bsite@example.com'],
  ['mailto:security@example.com', 'mailto:security@example.com'],
  ['https://example.com/report', 'https://example.com/report'],
])('SECURITY_CONTACT=%s is a URL', (given, contact) => {
  expect(readSettings({ SECURITY_CONTACT: given }).securityContact).toBe(contact);
});

test('PUBLIC_URL loses its last slash', () => {
  expect(readSettings({ PUBLIC_URL: 'https://sheds.example/' }).publicUrl).toBe(
    'https://sheds.example',
  );
});

test.each([
  [{ PORT: 'eighty' }, 'The setting PORT must be a number.'],
  [{ PORT: '70000' }, 'The setting PORT must be between 0 and 65535.'],
  [{ BACKUP_TIME: '3 am' }, 'The setting BACKUP_TIME must be a time of day such as 03:30, or off.'],
  [
    { BACKUP_TIME: '24:00' },
    'The setting BACKUP_TIME must be a time of day such as 03:30, or off.',
  ],
  [{ BACKUP_KEEP: '0' }, 'The setting BACKUP_KEEP must be between 1 and 1000.'],
  [{ BACKUP_KEEP: 'many' }, 'The setting BACKUP_KEEP must be a number.'],
  [
    { PUBLIC_URL: 'sheds.example' },
    'The setting PUBLIC_URL must be an address that starts with http:// or https://.',
  ],
  [
    { PUBLIC_URL: 'https://sheds.example/site' },
    'The setting PUBLIC_URL must be an address without a path.',
  ],
  [
    { DATABASE_URL: 'mysql://localhost' },
    'The setting DATABASE_URL must be an address that starts with postgres://.',
  ],
  [
    { SMTP_URL: 'http://localhost' },
    'The setting SMTP_URL must be an address that starts with smtp:// or smtps://.',
  ],
  [
    { MAIL_FROM: 'Sheds' },
    'The setting MAIL_FROM must be an email address, with or without a name: Sheds <website@sheds.example>.',
  ],
  [{ MAIL_TO: 'owner' }, 'The setting MAIL_TO must be an email address.'],
  [{ ADMIN_PASSWORD: 'short' }, 'The setting ADMIN_PASSWORD must have at least 6 characters.'],
  [
    { SECURITY_CONTACT: 'http://example.com' },
    'The setting SECURITY_CONTACT must be an email address, or an address that starts with https://.',
  ],
  [{ METRICS_TOKEN: 'short' }, 'The setting METRICS_TOKEN must have at least 16 characters.'],
  [{ SEED: 'yes' }, 'The setting SEED must be demo or none.'],
  [
    { LOG_LEVEL: 'loud' },
    'The setting LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent.',
  ],
  [
    { TRUST_PROXY: 'perhaps' },
    'The setting TRUST_PROXY must be true, false, or the number of proxies in front.',
  ],
  [{ API_REQUESTS_PER_MINUTE: '-1' }, 'The setting API_REQUESTS_PER_MINUTE must be 0 or more.'],
  [
    { SUPABASE_URL: 'https://x.example' },
    'SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY belong together: set both or neither.',
  ],
  [
    {
      SUPABASE_URL: 'https://x.example',
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
      DATABASE_URL: 'postgres://localhost/x',
    },
    "SUPABASE_URL and DATABASE_URL can't both be set: choose one database.",
  ],
  [
    { S3_ENDPOINT: 'https://s3.example' },
    'S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set all or none.',
  ],
  [{ ...store, S3_BUCKET: 'Big Bucket' }, 'The setting S3_BUCKET must be the name of a bucket.'],
  [
    { ...store, SUPABASE_URL: 'https://x.example', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' },
    "SUPABASE_URL and S3_ENDPOINT can't both be set: the hosted platform stores the images itself.",
  ],
])('%o throws InvalidSettingError', (variables, sentence) => {
  expect(() => readSettings(variables)).toThrow(new InvalidSettingError(sentence));
});

test.each([
  ['true', 1],
  ['false', 0],
  ['0', 0],
  ['2', 2],
])('TRUST_PROXY=%s trusts %i proxies', (given, proxies) => {
  expect(readSettings({ TRUST_PROXY: given }).trustProxy).toBe(proxies);
});

test.each([
  ['127.0.0.1', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['192.0.2.1', 'http://192.0.2.1:3000'],
  ['2001:db8::1', 'http://[2001:db8::1]:3000'],
])('localUrl of the host %s is %s', (host, url) => {
  expect(localUrl(host, 3000)).toBe(url);
});

test('settings of the daily backup are read', () => {
  const given = { BACKUP_DIR: '/mnt/backups', BACKUP_TIME: 'off', BACKUP_KEEP: '30' };
  expect(readSettings(given).backups).toEqual({
    directory: '/mnt/backups',
    time: undefined,
    keep: 30,
  });
});

test('Turnstile needs both keys', () => {
  const keys = { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: 'secret' };
  expect(readSettings(keys).turnstile).toEqual({ siteKey: 'site', secretKey: 'secret' });
  for (const name of Object.keys(keys)) {
    expect(() => readSettings({ [name]: 'alone' })).toThrow(
      'TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY belong together: set both or neither.',
    );
  }
});

test('SECRETS_KEY has at least 32 characters, and SMTP_PRIVATE_HOSTS is on or off', () => {
  const { secretsKey, mail } = readSettings({
    ...{ SECRETS_KEY: 'x'.repeat(32), SMTP_PRIVATE_HOSTS: 'on' },
  });
  expect([secretsKey, mail.allowsPrivateHosts]).toEqual(['x'.repeat(32), true]);
  expect(() => readSettings({ SECRETS_KEY: 'short' })).toThrow('SECRETS_KEY must have at least 32');
  expect(() => readSettings({ SMTP_PRIVATE_HOSTS: '1' })).toThrow('must be on or off');
});

test('FORM_SECRET has at least 32 characters', () => {
  expect(readSettings({ FORM_SECRET: 'x'.repeat(32) }).formSecret).toBe('x'.repeat(32));
  expect(() => readSettings({ FORM_SECRET: 'short' })).toThrow(
    'The setting FORM_SECRET must have at least 32 characters.',
  );
});

test('MAIL_TO and ADMIN_EMAIL are addresses by the rule of the forms', () => {
  for (const email of acceptedEmails) {
    expect(
      readSettings({ MAIL_TO: email, ADMIN_EMAIL: email, SECURITY_CONTACT: email }),
    ).toMatchObject({
      mail: { to: email },
      firstStaff: { email },
      securityContact: toMailHref(email),
    });
  }
  for (const email of rejectedEmails) {
    expect(() => readSettings({ MAIL_TO: email }), email).toThrow(InvalidSettingError);
    expect(() => readSettings({ ADMIN_EMAIL: email }), email).toThrow(InvalidSettingError);
  }
});
