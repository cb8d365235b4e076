import type { Client } from '#app/lib/client.ts';
import { emailPattern } from '#app/lib/email.ts';
import { z } from '#app/lib/zod.ts';
import { type Confirmation, createConfirmForm, failed, sendConfirmed } from './colleagues.ts';
import { findProvider, type Security } from './mail-providers.ts';
import { callService, codeUnreachableMessage, explainCodeError } from './mfa.ts';

// The Email screen's calls of our backend's auth service: see docs/backend.md.

export const mailSettingsKey = ['mail_settings'] as const;

export const securityLabels: Record<Security, string> = {
  tls: 'SSL/TLS, usually port 465',
  starttls: 'STARTTLS, usually port 587',
  none: 'None, inside the network only',
};

const recipients = z.object({
  enquiries: z.array(z.string()),
  quotes: z.array(z.string()),
  operations: z.array(z.string()),
});

const mailSettings = z.object({
  server: z
    .object({
      host: z.string(),
      port: z.number(),
      security: z.enum(['tls', 'starttls', 'none']),
      user: z.string(),
      hasPassword: z.boolean(),
    })
    .nullable(),
  isPasswordReadable: z.boolean(),
  sender: z.object({ name: z.string(), email: z.string() }).nullable(),
  senderAddress: z.string(),
  recipients,
  sendsWeeklySummary: z.boolean(),
  /** Of the DKIM key that was looked for last. */
  selector: z.string().nullable(),
  environment: z.object({
    server: z.string().optional(),
    sender: z.string().optional(),
    recipients: z.string().optional(),
  }),
  allowsPrivateHosts: z.boolean(),
});

export type MailSettings = z.infer<typeof mailSettings>;

/** @throws Error if the server refuses */
export async function readMailSettings(client: Client): Promise<MailSettings> {
  const response = await callService(client, 'GET', 'auth/v1/mail');
  if (!response.ok) throw new Error(`Email settings request failed with ${response.status}`);
  return mailSettings.parse(await response.json());
}

const maxRecipients = 5;

/** Email addresses in one field, separated by commas, semicolons or spaces. */
const addressList = z
  .string()
  .transform((text) => text.split(/[\s,;]+/).filter(Boolean))
  .refine((addresses) => addresses.length <= maxRecipients, {
    error: `Please enter at most ${maxRecipients} addresses`,
  })
  .refine((addresses) => addresses.every((address) => emailPattern.test(address)), {
    error: 'Please enter valid email addresses, separated by commas',
  });

const hasServer = ({ host }: { host: string }) => host !== '';

/**
 * The form of the Email screen. Parts that the environment decides are neither shown nor checked.
 *
 * @param hasMfa whether the signed-in person needs a code as well
 */
export const createMailForm = (settings: MailSettings, hasMfa: boolean) => {
  const { environment } = settings;
  return createConfirmForm(hasMfa)
    .extend({
      host: z.string().trim().max(253),
      port: z.string().trim(),
      security: z.string(),
      user: z.string().trim().max(254, 'Please use at most 254 characters'),
      mailPassword: z.string().max(500, 'Please use at most 500 characters'),
      senderName: z.string().trim().max(100, 'Please use at most 100 characters'),
      senderEmail: z.string().trim(),
      enquiries: addressList,
      quotes: addressList,
      operations: addressList,
      weeklySummary: z.boolean(),
    })
    .superRefine((values, { addIssue }) => {
      const fail = (path: keyof typeof values, message: string) =>
        addIssue({ code: 'custom', path: [path], message });
      if (!environment.server && hasServer(values)) {
        if (!/^[a-z0-9.:-]+$/i.test(values.host)) {
          fail('host', 'Please enter the name of a server, such as smtp.gmail.com');
        }
        const port = Number(values.port);
        if (!Number.isInteger(port) || port < 1 || port > 65535) {
          fail('port', 'Please enter a port, such as 465');
        }
        if (values.security === '') fail('security', 'Please choose the encryption');
        const stored = settings.server;
        const isSame =
          stored?.host === values.host &&
          stored.port === port &&
          securityLabels[stored.security] === values.security &&
          stored.user === values.user;
        const keepsPassword = isSame && stored.hasPassword && settings.isPasswordReadable;
        if (values.user && !values.mailPassword && !keepsPassword) {
          fail('mailPassword', 'Please enter the mail server password');
        }
      }
      if (environment.sender) return;
      if (values.senderEmail ? !emailPattern.test(values.senderEmail) : hasServer(values)) {
        fail('senderEmail', 'Please enter a valid email address');
      }
    });
};

export type MailForm = z.output<ReturnType<typeof createMailForm>>;
export type MailInput = z.input<ReturnType<typeof createMailForm>>;

/**
 * Returns the initial values of the form.
 *
 * @param business whose name and address a first sender gets
 */
export function toMailInput(
  settings: MailSettings,
  business?: { business_name: string; email: string | null } | null,
): MailInput {
  const { server, sender, recipients, sendsWeeklySummary } = settings;
  return {
    ...{ host: server?.host ?? '', port: server ? String(server.port) : '' },
    security: server ? securityLabels[server.security] : '',
    ...{ user: server?.user ?? '', mailPassword: '' },
    senderName: (sender ? sender.name : business?.business_name) ?? '',
    senderEmail: (sender ? sender.email : business?.email) ?? '',
    enquiries: recipients.enquiries.join(', '),
    quotes: recipients.quotes.join(', '),
    operations: recipients.operations.join(', '),
    weeklySummary: sendsWeeklySummary,
    ...{ password: '', code: '' },
  };
}

const securityOf = (label: string) =>
  (Object.keys(securityLabels) as Security[]).find((each) => securityLabels[each] === label);

/** The body of the request, without the parts that the environment decides. */
export function toMailChange(values: MailForm, { environment }: MailSettings): object {
  const { host, port, user, mailPassword, senderName, senderEmail } = values;
  const { enquiries, quotes, operations, weeklySummary } = values;
  const server = {
    ...{ host, port: Number(port), security: securityOf(values.security), user },
    ...(mailPassword && user ? { password: mailPassword } : {}),
  };
  return {
    ...(environment.server ? {} : { server: host ? server : null }),
    ...(environment.sender
      ? {}
      : { sender: senderEmail ? { name: senderName, email: senderEmail } : null }),
    ...(environment.recipients ? {} : { recipients: { enquiries, quotes, operations } }),
    sendsWeeklySummary: weeklySummary,
  };
}

/** Never rejects. */
export const saveMailSettings = (client: Client, change: object, confirmation: Confirmation) =>
  sendConfirmed(client, 'auth/v1/mail', change, confirmation, mailSettings, explainMailError);

/** @param code of our auth service */
export function explainMailError(code: string | undefined, message: string): string {
  switch (code) {
    case 'current_password_invalid':
      return 'Your current password is not correct';
    case 'mail_from_environment':
      return "The server's settings have changed. Please reload the page.";
    case 'mail_host_not_found':
      return "We couldn't find a server with this name. Check the spelling, then try again.";
    case 'mail_host_private':
      return "This server is inside the website's own network, which isn't allowed. Whoever runs the website can allow it with SMTP_PRIVATE_HOSTS.";
    case 'mail_port_refused':
      return 'Mail servers use port 25, 465, 587 or 2525.';
    case 'mail_unencrypted':
      return 'Please choose SSL/TLS or STARTTLS, so that nobody can read the password.';
    case 'mail_password_required':
      return 'Please enter the mail server password again.';
    case 'over_email_send_rate_limit':
      return 'Too many test messages. Please wait an hour and try again.';
    default:
      return explainCodeError(code, message);
  }
}

const mailFailures = {
  no_mail_server:
    "The website can't send email yet. Check the mail server and its password above, and save.",
  name_not_found: "We couldn't find a server with this name. Check the spelling, then try again.",
  private_host: "This server is inside the website's own network, which isn't allowed.",
  connection_refused: "The server doesn't accept connections on this port. Check the port.",
  unreachable:
    "We couldn't reach the server. Check its name and port. Some hosting companies block outgoing email: ask yours.",
  timeout:
    "The server didn't answer in time. Check the port and the encryption. Some hosting companies block outgoing email: ask yours.",
  certificate:
    "The server's certificate isn't valid. Check that the server name is exactly the one your provider gives.",
  encryption:
    "The encryption doesn't match the port. Port 465 usually needs SSL/TLS, and port 587 STARTTLS.",
  app_password:
    "Your provider needs an app password, not the one you sign in with. Create one in your account's security settings and enter it above.",
  password_sign_in_off:
    "Your provider doesn't accept passwords from websites. With Microsoft 365, your administrator can allow authenticated SMTP for this mailbox.",
  wrong_password:
    'The server rejected the user name or password. Many providers need an app password here.',
  unreadable_password: 'We can no longer read the stored password. Enter it again above and save.',
  sender_refused:
    "The server doesn't let you send from the sender address. Use the address of the account whose password you entered.",
  recipient_refused: "The server doesn't accept email to your address.",
  deferred: 'The server refused the message for now. Try again in a few minutes.',
  rejected: 'The server rejected the message.',
  unexpected: 'Something went wrong on the website. Whoever runs it can find the cause in its log.',
} as const;

const testOutcome = z.object({
  email: z.string(),
  failure: z.enum(Object.keys(mailFailures) as [keyof typeof mailFailures]).nullable(),
  detail: z.string().nullable(),
});

/** The result of a test: a sentence, and the mail server's answer. */
export type TestOutcome = { isSent: boolean; text: string; detail: string | null };

/** Sends a message to the signed-in person. Never rejects. */
export async function sendTestMail(client: Client): Promise<TestOutcome> {
  try {
    const response = await callService(client, 'POST', 'auth/v1/mail/test', {});
    const answer: unknown = await response.json();
    if (!response.ok) {
      const { code, message } = failed.parse(answer);
      return { isSent: false, text: explainMailError(code, message), detail: null };
    }
    const { email, failure, detail } = testOutcome.parse(answer);
    return failure === null
      ? {
          isSent: true,
          text: `The mail server accepted the message to ${email}. If it isn't in your inbox in a few minutes, check your spam folder.`,
          detail,
        }
      : { isSent: false, text: mailFailures[failure], detail };
  } catch {
    return { isSent: false, text: codeUnreachableMessage, detail: null };
  }
}

const domainRecord = z.object({
  state: z.enum(['found', 'missing', 'several', 'revoked', 'unknown']),
  name: z.string(),
  record: z.string().optional(),
});
type DomainRecord = z.infer<typeof domainRecord>;

const domainCheck = z.object({
  check: z
    .object({
      domain: z.string(),
      spf: domainRecord,
      dkim: domainRecord.optional(),
      dmarc: domainRecord,
    })
    .nullable(),
});

export type DomainCheck = NonNullable<z.infer<typeof domainCheck>['check']>;

/**
 * Looks up the records of the sender's domain, and stores the selector; undefined if the sender has none.
 *
 * @throws Error if the server refuses
 */
export async function checkMailDomain(
  client: Client,
  selector: string,
): Promise<DomainCheck | undefined> {
  const body = { selector: selector || null };
  const response = await callService(client, 'POST', 'auth/v1/mail/domain', body);
  if (!response.ok) throw new Error(`Domain check failed with ${response.status}`);
  return domainCheck.parse(await response.json()).check ?? undefined;
}

/** One line of the result. `isGood` is undefined if it could not be checked. */
export type DomainFinding = { label: string; isGood?: boolean; text: string; record?: string };

/** @param host the mail server, whose SPF record the domain should include */
export function explainDomain(check: DomainCheck, host: string | undefined): DomainFinding[] {
  const { spf, dkim, dmarc } = check;
  const provider = findProvider(host);
  const include = provider?.include;
  const lacksInclude =
    spf.state === 'found' && include !== undefined && !spf.record?.includes(include);
  return [
    lacksInclude
      ? {
          label: 'SPF',
          isGood: false,
          text: `The record doesn't allow ${provider?.name} to send. Add include:${include} to it.`,
          ...keepRecord(spf),
        }
      : explainRecord('SPF', spf, {
          found: 'Your domain lists the servers that may send its email.',
          missing:
            'Your domain has no SPF record, so emails may land in spam. Ask your mail provider which record to add.',
          several:
            'Your domain has more than one SPF record, so none of them works. Merge them into one.',
        }),
    dkim
      ? explainRecord('DKIM', dkim, {
          found: "Your mail provider's signature can be verified.",
          missing: `There's no DKIM key at ${dkim.name}. Check the selector, or turn DKIM on at your mail provider.`,
          several: 'This selector has more than one DKIM key. Keep one.',
        })
      : {
          label: 'DKIM',
          text: 'Not checked. Enter the selector that your mail provider shows for DKIM.',
        },
    explainRecord('DMARC', dmarc, {
      found: 'Your domain says what should happen to forged emails.',
      missing: `Your domain has no DMARC record. To start, add a TXT record named _dmarc.${check.domain} with the value v=DMARC1; p=none`,
      several: 'Your domain has more than one DMARC record, so none of them works. Keep one.',
    }),
  ];
}

function explainRecord(
  label: string,
  record: DomainRecord,
  texts: Record<'found' | 'missing' | 'several', string>,
): DomainFinding {
  const { state } = record;
  if (state === 'unknown')
    return {
      label,
      text: "Couldn't check this because DNS didn't answer. Try again in a few minutes.",
    };
  const text =
    state === 'revoked'
      ? "The key for this selector was revoked. Enter your mail provider's current selector."
      : texts[state];
  return { label, isGood: state === 'found', text, ...keepRecord(record) };
}

const keepRecord = ({ record }: DomainRecord) => (record === undefined ? {} : { record });
