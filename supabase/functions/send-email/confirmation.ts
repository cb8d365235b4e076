import { html } from 'hono/html';
import { endSentence } from '#app/lib/text.ts';
import { describeSeenPrice } from './design.ts';
import { type Enquiry, listEntries } from './enquiry.ts';
import {
  type EnquiryMail,
  formatDay,
  formatReceivedAt,
  getButtonStyle,
  getDesignUrl,
  getHeadingStyle,
  type MailLook,
  removeControls,
  renderEntries,
  renderEntriesAsText,
  renderPage,
  toOneLine,
} from './mail.ts';
import type { RequestLink } from './outbox.ts';

/** Who confirms an enquiry; empty texts are left out. */
export type Business = {
  /** The published address, to which the sender's reply goes; undefined without a plain one. */
  email: string | undefined;
  siteName: string;
  look: MailLook;
  phone: string;
  address: string;
  /** When the owner replies, as the forms say. */
  replyNote: string;
};

/**
 * Composes the email to the sender of an enquiry: its reference, a copy of what was sent, what happens next, and the
 * link to add details and photos.
 *
 * Anyone can enter a stranger's address. The subject has no text of the sender's, and their texts are escaped and
 * contain nothing that a mail program makes a link of.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3834 for Auto-Submitted, by which no other program answers
 */
export async function composeConfirmation(
  enquiry: Enquiry,
  business: Business,
  siteUrl: string,
  link?: RequestLink,
): Promise<EnquiryMail> {
  const { row } = enquiry;
  const noun = enquiry.emailType === 'quote' ? 'request' : 'message';
  const subject = `We received your ${noun === 'request' ? 'quote request' : noun} ${row.reference}`;
  const opening = ['Thank you', toOneLine(business.replyNote), `Your reference is ${row.reference}`]
    .filter(Boolean)
    .map(endSentence)
    .join(' ');
  const received = `You sent this on ${formatReceivedAt(row.created_at)}:`;
  const entries = listCopy(enquiry);
  const designUrl = enquiry.emailType === 'quote' && getDesignUrl(enquiry.row.design, siteUrl);
  const adding = link && {
    url: String(new URL(`/quotes/${link.token}/details`, siteUrl)),
    label: 'Add details or photos',
    validity: `This link works until ${formatDay(link.lastDay)}. Anyone with the link can add to your ${noun}.`,
  };
  const closing = [
    explainHowToAdd(business),
    "If you didn't send this, you can ignore this email.",
  ].filter(Boolean);
  const footer = [business.siteName, business.address, business.phone]
    .map((line) => toOneLine(line))
    .filter(Boolean);
  const text = [
    opening,
    received,
    ...renderEntriesAsText(entries),
    ...(designUrl ? [`Your design: ${designUrl}`] : []),
    ...(adding ? [`${adding.label}: ${adding.url}\n${adding.validity}`] : []),
    ...closing,
    `-- \n${footer.join('\n')}`,
  ].join('\n\n');
  return {
    subject,
    text: `${text}\n`,
    html: await renderPage(
      subject,
      html`<h1 style="margin:0 0 16px;${getHeadingStyle(business.look)}">${subject}</h1>
<p style="margin:0 0 16px">${opening}</p>
<p style="margin:0 0 16px">${received}</p>
${renderEntries(entries)}
${designUrl ? html`<p style="margin:24px 0 0"><a href="${designUrl}" style="color:${business.look.accent}">Your design</a></p>` : ''}
${
  adding
    ? html`<p style="margin:24px 0 0"><a href="${adding.url}" style="${getButtonStyle(business.look)}">${adding.label}</a></p>
<p style="margin:8px 0 0;color:#6b6258;font-size:14px">${adding.validity}</p>`
    : ''
}
${closing.map((sentence) => html`<p style="margin:24px 0 0">${sentence}</p>`)}
<p style="margin:24px 0 0;color:#6b6258;font-size:14px">${footer.map((line, index) => html`${index > 0 ? html`<br>` : ''}${line}`)}</p>`,
      business.look,
    ),
    headers: { 'Auto-Submitted': 'auto-replied' },
    ...(business.email ? { replyTo: business.email } : {}),
  };
}

function listCopy(enquiry: Enquiry): ReturnType<typeof listEntries> {
  const { facts, texts } = listEntries(enquiry);
  const withoutLinks = (entries: typeof facts) =>
    entries.map(([label, value]): (typeof facts)[number] => [
      label,
      value && breakLinks(removeControls(value)),
    ]);
  const { inspiration_images = null, design_price = null } =
    enquiry.emailType === 'quote' ? enquiry.row : {};
  const images = (inspiration_images ?? []).length;
  return {
    facts: [
      ...withoutLinks(facts.filter(([label]) => label !== 'Email')),
      ['Photos', images > 0 ? String(images) : null],
      ['Price', describeSeenPrice(design_price) ?? null],
    ],
    texts: withoutLinks(texts),
  };
}

function explainHowToAdd({ email, phone }: Business): string {
  const ways = [email && 'reply to this email', phone && `call ${toOneLine(phone)}`];
  const way = ways.filter(Boolean).join(' or ');
  return way && `To add something, ${way}.`;
}

/** Spaces URLs, domains, email addresses and network paths, so that no mail program makes links of them. */
export function breakLinks(text: string): string {
  return text
    .replace(/([/\\])(?=[/\\])/g, '$1 ')
    .replace(/(?<=[^\s.])[.\u3002\uff0e\uff61](?=[\p{L}\p{Cf}])/gu, '$& ');
}
