import { Buffer } from 'node:buffer';
import { createClient } from '@supabase/supabase-js';
import nodemailer from 'nodemailer';
import { toEveryKind } from './deliver.ts';
import type { SendEmailDependencies } from './handler.ts';
import type { DesignImage } from './mail.ts';
import { noExternalContent, sendTimeoutMs, smtpTimeouts } from './mail-server.ts';

/** With the minute for sending, this stays below the email's lease of three minutes. */
const drawTimeoutMs = 90_000;

/**
 * Creates the functions' dependencies on the hosted platform. Secrets: SMTP_URL and MAIL_FROM, without
 * which emails wait, MAIL_TO (optional), PUBLIC_URL. The platform sets the others.
 *
 * @param read reads an environment variable
 * @throws Error if a secret is missing
 */
export function createPlatformDependencies(
  read: (name: string) => string | undefined,
  log: (...what: unknown[]) => void,
): SendEmailDependencies {
  const required = (name: string): string => {
    const value = read(name);
    if (!value) throw new Error(`Set the secret ${name}.`);
    return value;
  };
  const siteUrl = required('PUBLIC_URL').replace(/\/+$/, '');
  const mailTo = read('MAIL_TO');
  const smtpUrl = read('SMTP_URL');
  if (!smtpUrl) log('No mail server, emails on hold until the secret SMTP_URL is set');
  const transport =
    smtpUrl &&
    nodemailer.createTransport(
      { url: smtpUrl, ...smtpTimeouts, ...noExternalContent },
      { from: required('MAIL_FROM') },
    );
  return {
    supabase: createClient(
      required('SUPABASE_URL'),
      readSecretKey(read('SUPABASE_SECRET_KEYS')) ?? required('SUPABASE_SERVICE_ROLE_KEY'),
      { auth: { persistSession: false, autoRefreshToken: false } },
    ),
    send: transport
      ? async (mail) => {
          const signal = AbortSignal.timeout(sendTimeoutMs);
          const { response } = await transport.sendMail({ ...mail, signal });
          return response;
        }
      : undefined,
    isMailConfigured: async () => transport !== undefined,
    readRecipients: async () => (mailTo ? toEveryKind(mailTo) : {}),
    adminUrl: `${siteUrl}/admin`,
    getDesignImage: (query) => fetchDesignImage(`${siteUrl}/design/image?${query}&image=card`),
    inFlight: new Set(),
    getClientIp,
    report: (error) => log(error),
    reportStorageWarning: () => log('Visitor image storage reached 90% of its limit'),
    reportDocumentError: (message, error) => log(message, error),
    reportError: ({ reason }, mail) => log('Outbox email failed', { reason, ...mail }),
  };
}

/** Fetches the image from the website, which never substitutes a similar design for a card. */
async function fetchDesignImage(url: string): Promise<DesignImage> {
  const response = await fetch(url, { signal: AbortSignal.timeout(drawTimeoutMs) });
  const type = response.headers.get('Content-Type') ?? '';
  const image = Buffer.from(await response.arrayBuffer());
  if (!response.ok || !type.startsWith('image/')) {
    throw new Error(`Design image request failed with ${response.status}`);
  }
  return { base64: image.toString('base64'), type };
}

/** The platform's secret keys are a JSON object by name; projects with legacy keys alone have none. */
function readSecretKey(json: string | undefined): string | undefined {
  const keys: Record<string, string> = JSON.parse(json || '{}');
  return keys.default ?? Object.values(keys)[0];
}

/**
 * Cloudflare, in front of the platform, overwrites CF-Connecting-IP. In X-Forwarded-For each proxy adds an
 * entry, so that all but the last may be forged. Without both, all callers count as one.
 */
function getClientIp({ headers }: Request): string {
  const forwarded = headers.get('x-forwarded-for')?.split(',').at(-1);
  return (headers.get('cf-connecting-ip') ?? forwarded)?.trim() || 'unknown';
}
