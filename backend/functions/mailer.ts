import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { writeDurably } from '#backend/durable-file.ts';
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
  /** False if emails are saved as files. */
  hasServer: boolean;
};

/**
 * Creates the mailer of the process: through the mail server if one is set, otherwise into a
 * folder, each mail as an .eml file that any mail program opens.
 *
 * @param smtpUrl `smtp://` or `smtps://`, with name and password if the server requires them
 * @param outboxDirectory for mails without a mail server; created with the first one
 * @param from the sender of every mail, with or without a name
 * @param timeoutMs for sending one mail
 */
export function createMailer({
  smtpUrl,
  outboxDirectory,
  from,
  timeoutMs = sendTimeoutMs,
  logger,
}: {
  smtpUrl: string | undefined;
  outboxDirectory: string;
  from: string;
  timeoutMs?: number;
  logger: Logger;
}): Mailer {
  if (!smtpUrl) return createOutboxMailer(outboxDirectory, from, logger);
  // Mail servers can't reply to a host name without a dot.
  if (!/@[^\s>]+\.[^\s>]/.test(from)) {
    logger.warn({ from }, 'Sender address not deliverable, set MAIL_FROM to an address you own');
  }
  return createSmtpMailer(smtpUrl, from, timeoutMs);
}

function createSmtpMailer(url: string, from: string, timeoutMs: number): Mailer {
  const getTransport = createLazyTransport(({ createTransport }) =>
    createTransport({ url, ...smtpTimeouts, ...noExternalContent }, { from }),
  );
  return {
    hasServer: true,
    send: async (mail) => {
      const transport = await getTransport();
      const signal = AbortSignal.timeout(timeoutMs);
      const { response } = await transport.sendMail({ ...mail, signal });
      return response;
    },
  };
}

function createOutboxMailer(directory: string, from: string, logger: Logger): Mailer {
  const getTransport = createLazyTransport(({ createTransport }) =>
    createTransport(
      { streamTransport: true, buffer: true, newline: 'windows', ...noExternalContent },
      { from },
    ),
  );
  return {
    hasServer: false,
    send: async (mail) => {
      const transport = await getTransport();
      const { message } = await transport.sendMail(mail);
      if (!Buffer.isBuffer(message)) throw new TypeError('The mail was not built in one piece');
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replace(/[:.]/g, '-');
      const path = join(directory, `${time}-${randomUUID()}.eml`);
      await writeDurably(path, [message]);
      logger.warn({ path }, 'SMTP_URL not set, email saved as a file in the outbox folder');
      return undefined;
    },
  };
}

/** The library is loaded with the first email, so that the start doesn't wait for it. */
function createLazyTransport<Transport>(
  create: (library: typeof import('nodemailer')) => Transport,
): () => Promise<Transport> {
  let transport: Promise<Transport> | undefined;
  return () => {
    transport ??= import('nodemailer').then(create);
    return transport;
  };
}
