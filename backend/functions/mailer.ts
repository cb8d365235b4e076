import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { writeDurably } from '#backend/storage/durable-file.ts';

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

/** What a mail names is never read from this machine's files or from other addresses. */
const closed = { disableFileAccess: true, disableUrlAccess: true };

/** Milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** A whole mail takes no longer, also where the server says a word now and then; milliseconds. */
const longestSending = 60_000;

/** With the first mail: the start does not wait for it. */
const loadLibrary = () => import('nodemailer');

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
  patience = longestSending,
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
  const connect = async () => {
    const { createTransport } = await loadLibrary();
    return createTransport({ url, ...timeouts, ...closed }, { from });
  };
  let connecting: ReturnType<typeof connect> | undefined;
  return {
    send: async (mail) => {
      connecting ??= connect();
      const transport = await connecting;
      await transport.sendMail({ ...mail, signal: AbortSignal.timeout(patience) });
    },
  };
}

function createOutboxMailer(directory: string, from: string, logger: Logger): Mailer {
  const open = async () => {
    const { createTransport } = await loadLibrary();
    return createTransport(
      { streamTransport: true, buffer: true, newline: 'windows', ...closed },
      { from },
    );
  };
  let opening: ReturnType<typeof open> | undefined;
  return {
    send: async (mail) => {
      opening ??= open();
      const { message } = await (await opening).sendMail(mail);
      if (!Buffer.isBuffer(message)) throw new TypeError('The mail was not built in one piece');
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replace(/[:.]/g, '-');
      const path = join(directory, `${time}-${randomUUID()}.eml`);
      await writeDurably(path, [message]);
      logger.warn({ path }, 'No mail server is set (SMTP_URL): the mail is a file in the outbox');
    },
  };
}
