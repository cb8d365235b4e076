import { join, resolve } from 'node:path';
import { z } from 'zod';
import { emailPattern, toMailHref } from '#app/lib/email.ts';
import type { MailEnvironment } from '#backend/mail/mail-settings.ts';
import { StartError } from '#backend/start-error.ts';
import type { S3Settings } from '#backend/storage/s3-files.ts';

export class InvalidSettingError extends StartError {
  override readonly name = 'InvalidSettingError';
}

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
  .transform((url) => url.replace(/\/+$/, ''));

const siteUrl = httpUrl
  .refine((url) => /^https?:\/\/[^/?#]+$/.test(url), 'must be an address without a path')
  .transform((url) => new URL(url).origin);

const emailAddress = z
  .string()
  .max(254, 'must be an email address')
  .regex(emailPattern, 'must be an email address');

/** RFC 9116. */
const securityContact = z
  .string()
  .transform((text) => (emailPattern.test(text) ? toMailHref(text) : text))
  .refine(
    (text) => /^mailto:[^@\s]+@[^@\s]+$|^https:\/\/\S+$/.test(text),
    'must be an email address, or an address that starts with https://',
  );

/** `a@b.example` or `Name <a@b.example>`. */
const mailSender = z
  .string()
  .regex(
    /^(?:[^<>]*<[^<>@\s,]+@[^<>@\s,]+>|[^<>@\s,]+@[^<>@\s,]+)$/,
    'must be an email address, with or without a name: Sheds <website@sheds.example>',
  );

export const environment = z.object({
  PORT: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(0, 'must be between 0 and 65535')
    .max(65535, 'must be between 0 and 65535')
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: siteUrl.optional(),
  DATA_DIR: z.string().default('./data'),
  IMAGES_LIMIT_MB: z.coerce
    .number({ error: 'must be a number' })
    .min(50, 'must be at least 50')
    .default(2000),
  VISITOR_STORAGE_LIMIT_MB: z.coerce
    .number({ error: 'must be a number' })
    .min(200, 'must be at least 200')
    .max(10_000_000, 'must be at most 10000000')
    .default(2000),
  IMAGES_AHEAD: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address that starts with postgres://' })
    .optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_TIME: z
    .string()
    .regex(/^(off|([01]?\d|2[0-3]):[0-5]\d)$/, 'must be a time of day such as 03:30, or off')
    .default('03:30'),
  BACKUP_KEEP: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(1, 'must be between 1 and 1000')
    .max(1000, 'must be between 1 and 1000')
    .default(7),
  SUPABASE_URL: httpUrl.optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().optional(),
  CHANGES_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address that starts with smtp:// or smtps://' })
    .optional(),
  MAIL_FROM: mailSender.optional(),
  MAIL_TO: emailAddress.optional(),
  SMTP_PRIVATE_HOSTS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  SECRETS_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .max(200, 'must have at most 200 characters')
    .optional(),
  ADMIN_EMAIL: emailAddress.optional(),
  ADMIN_PASSWORD: z.string().min(6, 'must have at least 6 characters').optional(),
  SECURITY_CONTACT: securityContact.optional(),
  FORM_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .max(200, 'must have at most 200 characters')
    .optional(),
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_SECRET_KEY: z.string().optional(),
  API_REQUESTS_PER_MINUTE: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .default(3000),
  SEED: z.enum(['demo', 'none'], { error: 'must be demo or none' }).default('demo'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('info'),
  TRUST_PROXY: z
    .string()
    .regex(/^(true|false|[0-9])$/, 'must be true, false, or the number of proxies in front')
    .default('false')
    .transform((value) => (value === 'true' ? 1 : value === 'false' ? 0 : Number(value))),
});

export type DatabaseSetting =
  | { type: 'embedded'; directory: string }
  | { type: 'server'; url: string };

/** Paths are absolute, URLs have no slash at the end. */
export type Settings = {
  port: number;
  host: string;
  publicUrl: string | undefined;
  dataDirectory: string;
  maxImageCacheBytes: number;
  visitorStorageLimit: number;
  imagesAhead: boolean;
  database: DatabaseSetting;
  s3: S3Settings | undefined;
  backups: { directory: string; time: TimeOfDay | undefined; keep: number };
  hosted: { url: string; publishableKey: string } | undefined;
  changesSecret: string | undefined;
  mail: MailEnvironment;
  /** Undefined if the key is in the data folder. */
  secretsKey: string | undefined;
  firstStaff: { email: string | undefined; password: string | undefined };
  securityContact: string | undefined;
  /** Undefined if it is in the database only. */
  formSecret: string | undefined;
  turnstile: { siteKey: string; secretKey: string } | undefined;
  seed: 'demo' | 'none';
  /** How many trusted proxies add to X-Forwarded-For. */
  trustProxy: number;
  /** Per network and per account; 0 for no limit. */
  requestsPerMinute: number;
  metricsToken: string | undefined;
  logLevel: string;
};

export function readSettings(variables: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new InvalidSettingError(`The setting ${issue?.path.join('.')} ${issue?.message}.`);
  }
  const values = parsed.data;
  const dataDirectory = resolve(values.DATA_DIR);
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    dataDirectory,
    maxImageCacheBytes: values.IMAGES_LIMIT_MB * 1024 * 1024,
    visitorStorageLimit: Math.round(values.VISITOR_STORAGE_LIMIT_MB * 1024 * 1024),
    imagesAhead: values.IMAGES_AHEAD === 'on',
    database: values.DATABASE_URL
      ? { type: 'server', url: values.DATABASE_URL }
      : { type: 'embedded', directory: resolve(dataDirectory, 'database') },
    s3: readS3(values),
    backups: {
      directory: resolve(values.BACKUP_DIR ?? join(dataDirectory, 'backups')),
      time: readTime(values.BACKUP_TIME),
      keep: values.BACKUP_KEEP,
    },
    hosted: readHosted(values),
    changesSecret: values.CHANGES_SECRET,
    mail: {
      smtpUrl: values.SMTP_URL,
      from: values.MAIL_FROM,
      to: values.MAIL_TO,
      allowsPrivateHosts: values.SMTP_PRIVATE_HOSTS === 'on',
    },
    firstStaff: { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD },
    secretsKey: values.SECRETS_KEY,
    securityContact: values.SECURITY_CONTACT,
    formSecret: values.FORM_SECRET,
    turnstile: readTurnstile(values),
    seed: values.SEED,
    trustProxy: values.TRUST_PROXY,
    requestsPerMinute: values.API_REQUESTS_PER_MINUTE,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
  };
}

export type TimeOfDay = { hour: number; minute: number };

function readTime(text: string): TimeOfDay | undefined {
  if (text === 'off') return undefined;
  const [hour, minute] = text.split(':').map(Number);
  return { hour: hour ?? 0, minute: minute ?? 0 };
}

function readHosted(values: z.infer<typeof environment>): Settings['hosted'] {
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishableKey } = values;
  if (!url && !publishableKey) return undefined;
  if (!url || !publishableKey) {
    throw new InvalidSettingError(
      'SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY belong together: set both or neither.',
    );
  }
  if (values.DATABASE_URL) {
    throw new InvalidSettingError(
      "SUPABASE_URL and DATABASE_URL can't both be set: choose one database.",
    );
  }
  return { url, publishableKey };
}

function readS3(values: z.infer<typeof environment>): Settings['s3'] {
  const {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = values;
  if (!endpoint && !region && !bucket && !accessKeyId && !secretAccessKey) return undefined;
  if (!endpoint || !region || !bucket || !accessKeyId || !secretAccessKey) {
    throw new InvalidSettingError(
      'S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set all or none.',
    );
  }
  if (values.SUPABASE_URL) {
    throw new InvalidSettingError(
      "SUPABASE_URL and S3_ENDPOINT can't both be set: the hosted platform stores the images itself.",
    );
  }
  return { endpoint, region, bucket, accessKeyId, secretAccessKey };
}

function readTurnstile(values: z.infer<typeof environment>): Settings['turnstile'] {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey } = values;
  if (!siteKey && !secretKey) return undefined;
  if (!siteKey || !secretKey) {
    throw new InvalidSettingError(
      'TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY belong together: set both or neither.',
    );
  }
  return { siteKey, secretKey };
}

export function localUrl(host: string, port: number): string {
  const isLocal = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host);
  const name = isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
