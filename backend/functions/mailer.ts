import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { writeDurably } from '#backend/durable-file.ts';
import type { MailConfiguration, MailSender } from '#backend/mail/mail-settings.ts';
import type { MailAttachment } from '../../supabase/functions/send-email/mail.ts';
import {
  noExternalContent,
  sendTimeoutMs,
  smtpTimeouts,
} from '../../supabase/functions/send-email/mail-server.ts';

/** An email to one person. Its addresses have no names. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  /** The same for every attempt, so that mail servers recognize duplicates; a new one by default. */
  messageId?: string;
  attachments?: MailAttachment[];
  headers?: Record<string, string>;
};

export type Mailer = {
  /** Resolves to the mail server's answer once the server, or the disk, has the email. */
  send(mail: Mail): Promise<string | undefined>;
  /** Resolves to false if emails are saved as files. */
  hasServer(): Promise<boolean>;
};

type MailerOptions = {
  /** For mails without a mail server; created with the first one. */
  outboxDirectory: string;
  /** For sending one mail. */
  timeoutMs?: number;
  logger: Logger;
};

/**
 * Creates the mailer of the process, which reads for each email how to send it: through the mail server if there is one,
 * otherwise into a folder, each mail as an .eml file that any mail program opens.
 */
export function createMailer({
  configure,
  ...options
}: MailerOptions & { configure: () => Promise<MailConfiguration> }): Mailer {
  return {
    hasServer: async () => (await configure()).connect !== undefined,
    send: async (mail) => sendBy(await configure(), mail, options),
  };
}

/** Sends one email with a configuration, which may be a former one. */
export async function sendBy(
  { connect, from }: MailConfiguration,
  mail: Mail,
  { outboxDirectory, timeoutMs = sendTimeoutMs, logger }: MailerOptions,
): Promise<string | undefined> {
  if (!connect) return saveToOutbox(mail, from, outboxDirectory, logger);
  // Mail servers can't reply to a host name without a dot.
  if (!/@[^\s>]+\.[^\s>]/.test(typeof from === 'string' ? from : `@${from.address}`)) {
    logger.warn(
      { from },
      'Sender address not deliverable, set MAIL_FROM or the sender at /admin/email',
    );
  }
  const signal = AbortSignal.timeout(timeoutMs);
  // The library is loaded with the first email, so that the start doesn't wait for it.
  const [{ createTransport }, connection] = await Promise.all([import('nodemailer'), connect()]);
  const transport = createTransport(
    { ...connection, ...smtpTimeouts, ...noExternalContent },
    { from },
  );
  const { response } = await transport.sendMail({ ...mail, signal });
  return response;
}

async function saveToOutbox(
  mail: Mail,
  from: MailSender,
  directory: string,
  logger: Logger,
): Promise<undefined> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows', ...noExternalContent },
    { from },
  );
  const { message } = await transport.sendMail(mail);
  if (!Buffer.isBuffer(message)) throw new TypeError('The mail was not built in one piece');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const path = join(directory, `${time}-${randomUUID()}.eml`);
  await writeDurably(path, [message]);
  logger.warn({ path }, 'No mail server, email saved as a file in the outbox folder');
  return undefined;
}
