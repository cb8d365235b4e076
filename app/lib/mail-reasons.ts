/** Why an email to the owner was not sent. The same names as in the constraint outbox_reason_known. */
export const mailReasons = [
  'no_recipient',
  'no_mail_server',
  'unreachable',
  'timeout',
  'authentication',
  'deferred',
  'rejected',
  'unexpected',
] as const;

export type MailReason = (typeof mailReasons)[number];

export const mailReasonTexts: Record<MailReason, string> = {
  no_recipient: 'No address to send to. Enter one under Email in Business Settings.',
  no_mail_server: "The website has no working mail server. We'll send the email once there is one.",
  unreachable: "Couldn't reach the mail server.",
  timeout: "The mail server didn't answer in time.",
  authentication: "The mail server rejected the website's user name and password.",
  deferred: 'The mail server refused the message for now.',
  rejected: 'The mail server rejected the message.',
  unexpected: 'Something went wrong on the website while sending it.',
};
