import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, OwnerTransaction } from '#backend/database/database.ts';
import { type MailRecipients, toEveryKind } from '../../supabase/functions/send-email/deliver.ts';
import { isPlainEmail } from '../../supabase/functions/send-email/plain-email.ts';
import { type Lookup, resolvePublicHost } from './mail-host.ts';
import type { SecretBox } from './secret-box.ts';

/** What the environment says about email. It overrides what staff entered. */
export type MailEnvironment = {
  /** `smtp://` or `smtps://`, with name and password if the server requires them. */
  smtpUrl: string | undefined;
  /** With or without a name. */
  from: string | undefined;
  /** Who gets every notice. */
  to: string | undefined;
  /** Whether staff may enter a mail server inside the network, on any port and without encryption. */
  allowsPrivateHosts: boolean;
};

/** `tls` from the first byte, `starttls`, or none inside the network. */
export const securities = ['tls', 'starttls', 'none'] as const;

/** A mail server that staff entered; `user` is empty if it needs no name and password. */
export type StoredServer = {
  host: string;
  port: number;
  security: (typeof securities)[number];
  user: string;
};

/** What staff entered, without the password. */
export type StoredMailSettings = {
  server: (StoredServer & { sealedPassword: string | null }) | undefined;
  sender: { name: string; email: string } | undefined;
  recipients: Required<MailRecipients>;
  /** Whether those who get emails about operations also get one about visits each week. */
  sendsWeeklySummary: boolean;
  /** Of the DKIM key of the sender's domain. */
  selector: string | undefined;
};

/** An address as nodemailer takes it; a text is one of the environment. */
export type MailSender = string | { name: string; address: string };

/** Options of nodemailer for the connection to a mail server. */
export type MailConnection =
  | { url: string }
  | {
      host: string;
      servername?: string;
      port: number;
      secure: boolean;
      requireTLS: boolean;
      ignoreTLS: boolean;
      auth?: { user: string; pass: string };
    };

/** The stored password was encrypted with another key. `code` is one that toMailError knows. */
export class UnreadablePasswordError extends Error {
  override readonly name = 'UnreadablePasswordError';
  readonly code = 'EUNREADABLEPASSWORD';
  constructor() {
    super("The mail server's password can't be decrypted");
  }
}

/** How emails are sent now. */
export type MailConfiguration = {
  /** Undefined without a mail server. Rejects with UnreadablePasswordError if its password can't be decrypted. */
  connect: (() => Promise<MailConnection>) | undefined;
  from: MailSender;
};

/** The settings of email, read from the database each time, so that a change takes effect in every process. */
export type MailSettings = {
  environment: MailEnvironment;
  read(transaction?: OwnerTransaction): Promise<StoredMailSettings>;
  /**
   * Resolves a host to the address to connect to, unless the environment allows every host.
   *
   * @throws PrivateHostError, the error of dns.lookup
   */
  resolveHost(host: string): Promise<string>;
  /** Returns false for a password that can't be decrypted here, because the key is another one. */
  canReadPassword(settings: StoredMailSettings): Promise<boolean>;
  /**
   * Stores the parts that are given.
   *
   * @param change.server null removes it; without a password the stored one stays
   */
  write(transaction: OwnerTransaction, change: MailSettingsChange): Promise<void>;
  configure(settings?: StoredMailSettings): Promise<MailConfiguration>;
  /** Who gets which notice; the published address if nobody is named. */
  readRecipients(): Promise<MailRecipients>;
};

export type MailSettingsChange = {
  server?: (StoredServer & { password?: string | undefined }) | null | undefined;
  sender?: { name: string; email: string } | null | undefined;
  recipients?: Required<MailRecipients> | undefined;
  sendsWeeklySummary?: boolean | undefined;
  selector?: string | null | undefined;
};

type Row = {
  host: string | null;
  port: number | null;
  security: StoredServer['security'] | null;
  user_name: string;
  password: string | null;
  sender_name: string;
  sender_email: string | null;
  enquiry_recipients: string[];
  quote_recipients: string[];
  operation_recipients: string[];
  sends_weekly_summary: boolean;
  dkim_selector: string | null;
};

/** The password of one server can't be decrypted for another one. */
const getPasswordContext = ({ host, port, security, user }: StoredServer) =>
  JSON.stringify(['mail password', host, port, security, user]);

export function createMailSettings({
  database: { owner },
  box,
  environment,
  lookup,
  logger,
}: {
  database: Pick<Database, 'owner'>;
  box: SecretBox;
  environment: MailEnvironment;
  lookup?: Lookup;
  logger: Logger;
}): MailSettings {
  const getPassword = async ({ server }: StoredMailSettings) =>
    server?.sealedPassword
      ? box.decrypt(server.sealedPassword, getPasswordContext(server))
      : undefined;

  const read = async (transaction?: OwnerTransaction): Promise<StoredMailSettings> => {
    const { rows } = await sql<Row>`select * from private.mail_settings`.execute(
      transaction ?? owner,
    );
    return toSettings(rows[0]);
  };

  const resolveHost = (host: string) =>
    environment.allowsPrivateHosts ? Promise.resolve(host) : resolvePublicHost(host, lookup);

  const getConnect = async (
    settings: StoredMailSettings,
  ): Promise<MailConfiguration['connect']> => {
    const { smtpUrl } = environment;
    if (smtpUrl) return async () => ({ url: smtpUrl });
    const { server } = settings;
    if (!server) return undefined;
    const password = await getPassword(settings);
    return async () => {
      if (server.sealedPassword && password === undefined) {
        logger.error(
          'Mail server password decryption failed, enter it again or restore SECRETS_KEY or secrets.key',
        );
        throw new UnreadablePasswordError();
      }
      const { host, port, security, user } = server;
      return {
        host: await resolveHost(host),
        ...(isIP(host) ? {} : { servername: host }),
        port,
        secure: security === 'tls',
        requireTLS: security === 'starttls',
        ignoreTLS: security === 'none',
        ...(user ? { auth: { user, pass: password ?? '' } } : {}),
      };
    };
  };

  return {
    environment,
    read,
    resolveHost,
    canReadPassword: async (settings) =>
      !settings.server?.sealedPassword || (await getPassword(settings)) !== undefined,
    async write(transaction, { server, sender, recipients, sendsWeeklySummary, selector }) {
      const columns: Partial<Row> = {
        ...(server === null ? noServer : {}),
        ...(server ? await toServerColumns(box, server) : {}),
        ...(sender === undefined
          ? {}
          : { sender_name: sender?.name ?? '', sender_email: sender?.email ?? null }),
        ...(recipients && {
          enquiry_recipients: recipients.enquiries,
          quote_recipients: recipients.quotes,
          operation_recipients: recipients.operations,
        }),
        ...(sendsWeeklySummary === undefined ? {} : { sends_weekly_summary: sendsWeeklySummary }),
        ...(selector === undefined ? {} : { dkim_selector: selector }),
      };
      const entries = Object.entries(columns);
      if (entries.length === 0) return;
      const names = sql.join(entries.map(([name]) => sql.ref(name)));
      const values = sql.join(entries.map(([, value]) => sql`${value}`));
      const changes = sql.join(
        entries.map(([name]) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
      );
      await sql`insert into private.mail_settings (${names}) values (${values})
        on conflict (id) do update set ${changes}`.execute(transaction);
    },
    async configure(given) {
      const settings = given ?? (await read());
      return {
        connect: await getConnect(settings),
        from: environment.from ?? formatSender(settings, environment),
      };
    },
    readRecipients: async () =>
      environment.to ? toEveryKind(environment.to) : (await read()).recipients,
  };
}

const noServer = { host: null, port: null, security: null, user_name: '', password: null };

async function toServerColumns(
  box: SecretBox,
  server: StoredServer & { password?: string | undefined },
): Promise<Partial<Row>> {
  const { host, port, security, user, password } = server;
  const sealed =
    password === undefined
      ? {}
      : { password: await box.encrypt(password, getPasswordContext(server)) };
  return { host, port, security, user_name: user, ...(user ? sealed : { password: null }) };
}

function toSettings(row: Row | undefined): StoredMailSettings {
  const { host, port, security, user_name = '', sender_email } = row ?? {};
  return {
    server:
      host && port && security
        ? { host, port, security, user: user_name, sealedPassword: row?.password ?? null }
        : undefined,
    sender: sender_email ? { name: row?.sender_name ?? '', email: sender_email } : undefined,
    recipients: {
      enquiries: row?.enquiry_recipients ?? [],
      quotes: row?.quote_recipients ?? [],
      operations: row?.operation_recipients ?? [],
    },
    sendsWeeklySummary: row?.sends_weekly_summary ?? false,
    selector: row?.dkim_selector ?? undefined,
  };
}

const defaultSenderName = 'Ridgeline';

/** The sender that staff entered, or the mail server's user name if that is an email address. */
function formatSender(
  { server, sender }: StoredMailSettings,
  { smtpUrl }: MailEnvironment,
): MailSender {
  if (sender) return { name: sender.name, address: sender.email };
  const user = (smtpUrl ? readSmtpUser(smtpUrl) : server?.user) ?? '';
  return {
    name: defaultSenderName,
    address: isPlainEmail(user) && user.includes('.') ? user : 'website@localhost',
  };
}

function readSmtpUser(url: string): string {
  return new URL(url).username.replace('%40', '@');
}

/** The mail server of the environment, as a screen shows it: without its password. */
export function describeSmtpUrl(smtpUrl: string): StoredServer {
  const { hostname, port, protocol } = new URL(smtpUrl);
  const isSecure = protocol === 'smtps:';
  return {
    host: hostname,
    port: port ? Number(port) : isSecure ? 465 : 587,
    security: isSecure ? 'tls' : 'starttls',
    user: readSmtpUser(smtpUrl),
  };
}
