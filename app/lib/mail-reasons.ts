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
  no_recipient: 'There is no address to send it to: enter one under Email in Business Settings.',
  no_mail_server: 'The website has no mail server. It is sent once there is one.',
  unreachable: 'The mail server could not be reached.',
  timeout: 'The mail server did not answer in time.',
  authentication: 'The mail server did not accept the name and password of the website.',
  deferred: 'The mail server did not take it for the time being.',
  rejected: 'The mail server refused it.',
  unexpected: 'Something went wrong on the website while it was being sent.',
};
