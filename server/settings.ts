import { join, resolve } from 'node:path';
import { z } from 'zod';
import { StartError } from '#backend/start-error.ts';
import type { S3Settings } from '#backend/storage/s3-files.ts';

/** A setting of the environment that the process can't start with; the message is a sentence for people. */
export class WrongSetting extends StartError {
  override readonly name = 'WrongSetting';
}

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
  .transform((url) => url.replace(/\/+$/, ''));

/** The pages stand at the root of their address. */
const siteUrl = httpUrl
  .refine((url) => /^https?:\/\/[^/?#]+$/.test(url), 'must be an address without a path')
  .transform((url) => new URL(url).origin);

/** Where a person reaches us about a hole: an address of mail or of the web, as RFC 9116 has it. */
const securityContact = z
  .string()
  .transform((text) => (z.regexes.email.test(text) ? `mailto:${text}` : text))
  .refine(
    (text) => /^mailto:[^@\s]+@[^@\s]+$|^https:\/\/\S+$/.test(text),
    'must be an e-mail address, or an address that starts with https://',
  );

const environment = z.object({
  PORT: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(0, 'must be between 0 and 65535')
    .max(65535, 'must be between 0 and 65535')
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: siteUrl.optional(),
  DATA_DIR: z.string().default('./data'),
  PICTURES_LIMIT_MB: z.coerce
    .number({ error: 'must be a number' })
    .min(50, 'must be at least 50')
    .default(2000),
  VISITOR_STORAGE_LIMIT_MB: z.coerce
    .number({ error: 'must be a number' })
    .min(200, 'must be at least 200')
    .max(10_000_000, 'must be at most 10000000')
    .default(2000),
  PICTURES_AHEAD: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
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
    .regex(/^(off|([01]?\d|2[0-3]):[0-5]\d)$/, 'must be a time of the day such as 03:30, or off')
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
  MAIL_FROM: z.string().optional(),
  MAIL_TO: z.email('must be an e-mail address').optional(),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
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
    .regex(/^(true|false|[0-9])$/, 'must be true, false, or how many proxies stand in front')
    .default('false')
    .transform((value) => (value === 'true' ? 1 : value === 'false' ? 0 : Number(value))),
});

export type DatabaseSetting =
  | { kind: 'embedded'; directory: string }
  | { kind: 'server'; url: string };

/** Everything that the environment decides, read once. Paths are absolute, addresses without a slash at the end. */
export type Settings = {
  port: number;
  host: string;
  /** The address visitors use; undefined means the one the server listens on. */
  publicUrl: string | undefined;
  dataDirectory: string;
  /** How much the made sizes of pictures may take on disk, in bytes. */
  picturesLimit: number;
  /** Bytes that visitors' images may take in total; the hosted platform has its own setting. */
  visitorStorageLimit: number;
  /** Whether their sizes are made before somebody asks for them. */
  picturesAhead: boolean;
  database: DatabaseSetting;
  /** Where pictures are kept; undefined means the data folder. */
  s3: S3Settings | undefined;
  /** The daily backups: where, when (never without a time) and how many stay. */
  backups: { directory: string; time: TimeOfDay | undefined; keep: number };
  /** Set where the hosted platform holds tables, accounts and pictures, and no backend runs here. */
  hosted: { url: string; publishableKey: string } | undefined;
  /** What the hosted platform's webhook proves itself with when it tells of a change. */
  changesSecret: string | undefined;
  mail: { smtpUrl: string | undefined; from: string; to: string | undefined };
  firstStaff: { email: string | undefined; password: string | undefined };
  /** For security.txt: a mailto: or https: address; without it there is none. */
  securityContact: string | undefined;
  /** What the forms are signed with; undefined where it is kept in the database alone. */
  formSecret: string | undefined;
  /** Cloudflare's check for robots, where it is switched on. */
  turnstile: { siteKey: string; secretKey: string } | undefined;
  seed: 'demo' | 'none';
  /** How many proxies of ours stand in front, each adding to X-Forwarded-For; 0 believes nobody. */
  trustProxy: number;
  /** What one network and one account may ask of the API; 0 for no limit. */
  requestsPerMinute: number;
  /** What a monitor proves itself with to read `/metrics`; without it there is no such address. */
  metricsToken: string | undefined;
  logLevel: string;
};

/**
 * Reads and checks the settings.
 *
 * @param variables the process's environment; an empty value counts as not set
 * @throws WrongSetting that says which setting is wrong, and why
 */
export function readSettings(variables: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new WrongSetting(`The setting ${issue?.path.join('.')} ${issue?.message}.`);
  }
  const values = parsed.data;
  const dataDirectory = resolve(values.DATA_DIR);
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    dataDirectory,
    picturesLimit: values.PICTURES_LIMIT_MB * 1024 * 1024,
    visitorStorageLimit: Math.round(values.VISITOR_STORAGE_LIMIT_MB * 1024 * 1024),
    picturesAhead: values.PICTURES_AHEAD === 'on',
    database: values.DATABASE_URL
      ? { kind: 'server', url: values.DATABASE_URL }
      : { kind: 'embedded', directory: resolve(dataDirectory, 'database') },
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
      from: values.MAIL_FROM ?? 'Ridgeline <website@localhost>',
      to: values.MAIL_TO,
    },
    firstStaff: { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD },
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

/** A time of the day by this machine's clock. */
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
    throw new WrongSetting(
      'The settings SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY belong together: set both or neither.',
    );
  }
  if (values.DATABASE_URL) {
    throw new WrongSetting(
      'The settings SUPABASE_URL and DATABASE_URL exclude each other: choose one database.',
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
    throw new WrongSetting(
      'The settings S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set all or none.',
    );
  }
  if (values.SUPABASE_URL) {
    throw new WrongSetting(
      'The settings SUPABASE_URL and S3_ENDPOINT exclude each other: the hosted platform keeps the pictures itself.',
    );
  }
  return { endpoint, region, bucket, accessKeyId, secretAccessKey };
}

function readTurnstile(values: z.infer<typeof environment>): Settings['turnstile'] {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey } = values;
  if (!siteKey && !secretKey) return undefined;
  if (!siteKey || !secretKey) {
    throw new WrongSetting(
      'The settings TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY belong together: set both or neither.',
    );
  }
  return { siteKey, secretKey };
}

/** The address that a browser on this machine reaches the server by, where it listens on a wildcard, too. */
export function localUrl(host: string, port: number): string {
  const isLocal = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host);
  const name = isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
