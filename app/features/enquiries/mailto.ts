import { toMailHref } from '#app/lib/email.ts';

/**
 * The mailto: URL of a mail draft (RFC 6068): everything percent-encoded, line breaks as CRLF.
 */
function mailDraft(to: string, subject: string, lines: string[]): string {
  return `${toMailHref(to)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`;
}

type AnsweredRequest = { customer_name: string; email: string; project_type: string };

/** A mailto: URL for the answer to a quote request. */
export function quoteRequestReplyDraft(request: AnsweredRequest, variantUrl?: string): string {
  const type = request.project_type.trim();
  const interest = type === 'Other' ? 'our work' : `our ${type} work`;
  return mailDraft(request.email, 'Re: Your Quote Request', [
    `Hi ${request.customer_name.trim()},`,
    '',
    `Thank you for your interest in ${interest}.`,
    ...(variantUrl ? ['', 'Here is a variant of your design:', variantUrl] : []),
    '',
    '',
  ]);
}

/** A mailto: URL for the answer to a contact message. */
export function contactReplyDraft(message: {
  name: string;
  email: string;
  subject: string | null;
}): string {
  const subject = message.subject?.trim();
  return mailDraft(message.email, subject ? `Re: ${subject}` : 'Your Contact Form Submission', [
    `Hi ${message.name.trim()},`,
    '',
    'Thank you for your message.',
    '',
    '',
  ]);
}
