/** How a connection is encrypted: `tls` from the first byte, or `starttls`. */
export type Security = 'tls' | 'starttls' | 'none';

/** How to send email through a mail provider, from its own help pages. */
export type MailProvider = {
  name: string;
  host: string;
  port: number;
  security: Security;
  /** What to know before entering the password. */
  note: string;
  /** The selector of its DKIM key, if it gives every domain the same. */
  selector?: string;
  /** What an SPF record includes to allow it. */
  include?: string;
};

const appPasswordNote = 'needs an app password, which you create in the security settings of';

export const mailProviders: readonly MailProvider[] = [
  {
    name: 'Gmail or Google Workspace',
    ...{ host: 'smtp.gmail.com', port: 465, security: 'tls' },
    note: `Google ${appPasswordNote} your Google account. 2-Step Verification must be on.`,
    ...{ selector: 'google', include: '_spf.google.com' },
  },
  {
    name: 'Microsoft 365',
    ...{ host: 'smtp.office365.com', port: 587, security: 'starttls' },
    note: 'Your Microsoft 365 administrator must allow authenticated SMTP for this mailbox. If your organization only allows modern sign-in, use another provider.',
    ...{ selector: 'selector1', include: 'spf.protection.outlook.com' },
  },
  {
    name: 'Outlook.com or Hotmail',
    ...{ host: 'smtp-mail.outlook.com', port: 587, security: 'starttls' },
    note: 'Outlook.com no longer lets websites sign in with a password. Use another provider.',
  },
  {
    name: 'iCloud',
    ...{ host: 'smtp.mail.me.com', port: 587, security: 'starttls' },
    note: `Apple ${appPasswordNote} your Apple account. Enter your full iCloud address as the user name.`,
    ...{ selector: 'sig1', include: 'icloud.com' },
  },
  {
    name: 'Yahoo',
    ...{ host: 'smtp.mail.yahoo.com', port: 465, security: 'tls' },
    note: `Yahoo ${appPasswordNote} your Yahoo account.`,
  },
  {
    name: 'Zoho Mail',
    ...{ host: 'smtp.zoho.com', port: 465, security: 'tls' },
    note: "Some accounts use another server name: see Zoho Mail's settings under Mail accounts, SMTP. With two-factor sign-in, Zoho needs an app password.",
  },
  {
    name: 'Fastmail',
    ...{ host: 'smtp.fastmail.com', port: 465, security: 'tls' },
    note: `Fastmail ${appPasswordNote} your Fastmail account.`,
    ...{ selector: 'fm1', include: 'spf.messagingengine.com' },
  },
];

/** The provider of a mail server. */
export function findProvider(host: string | undefined): MailProvider | undefined {
  return mailProviders.find((provider) => provider.host === host?.toLowerCase());
}
