import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { writeDurably } from '#backend/disk/durable-file.ts';
import {
  noExternalContent,
  sendTimeoutMs,
  smtpTimeouts,
} from '../../supabase/functions/send-email/mail-server.ts';

/** A mail to one person. Addresses are bare, without a name. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  /** Tells mail servers that two are one and the same; made anew for each where it is left out. */
  messageId?: string;
};

export type Mailer = {
  /** Resolves once the mail server, or the disk, has the mail; rejects where it was not taken. */
  send(mail: Mail): Promise<void>;
};

/**
 * Makes the mailer of the process: through the mail server where one is set, otherwise into a
 * folder, each mail as an .eml file that any mail program opens.
 *
 * @param smtpUrl `smtp://` or `smtps://`, with name and password where the server wants them
 * @param outboxDirectory where mails go without a mail server; made on the first one
 * @param from the sender of every mail, with or without a name
 * @param patience what one mail may take in all, in milliseconds
 */
export function createMailer({
  smtpUrl,
  outboxDirectory,
  from,
  patience = sendTimeoutMs,
  logger,
}: {
  smtpUrl: string | undefined;
  outboxDirectory: string;
  from: string;
  patience?: number;
  logger: Logger;
}): Mailer {
  return smtpUrl
    ? createSmtpMailer(smtpUrl, from, patience)
    : createOutboxMailer(outboxDirectory, from, logger);
}

function createSmtpMailer(url: string, from: string, patience: number): Mailer {
  const transport = atFirstMail(({ createTransport }) =>
    createTransport({ url, ...smtpTimeouts, ...noExternalContent }, { from }),
  );
  return {
    send: async (mail) => {
      const server = await transport();
      await server.sendMail({ ...mail, signal: AbortSignal.timeout(patience) });
    },
  };
}

function createOutboxMailer(directory: string, from: string, logger: Logger): Mailer {
  const transport = atFirstMail(({ createTransport }) =>
    createTransport(
      { streamTransport: true, buffer: true, newline: 'windows', ...noExternalContent },
      { from },
    ),
  );
  return {
    send: async (mail) => {
      const writer = await transport();
      const { message } = await writer.sendMail(mail);
      if (!Buffer.isBuffer(message)) throw new TypeError('The mail was not built in one piece');
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replace(/[:.]/g, '-');
      const path = join(directory, `${time}-${randomUUID()}.eml`);
      await writeDurably(path, [message]);
      logger.warn({ path }, 'No mail server is set (SMTP_URL): the mail is a file in the outbox');
    },
  };
}

/** Loads the library, and makes a transport with it, for the first mail: the start does not wait for it. */
function atFirstMail<Transport>(
  make: (library: typeof import('nodemailer')) => Transport,
): () => Promise<Transport> {
  let made: Promise<Transport> | undefined;
  return () => {
    made ??= import('nodemailer').then(make);
    return made;
  };
}
