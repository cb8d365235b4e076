import { html } from 'hono/html';
import { getMailHeadingFont } from '#app/features/business/typefaces.ts';
import { describeRequestPrice, toDesignQuery } from './design.ts';
import { type Enquiry, type Entries, listEntries } from './enquiry.ts';
import { isPlainEmail } from './plain-email.ts';

/** The parts of an email that depend on the enquiry; without replyTo if its email address is not plain. */
export type EnquiryMail = {
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  attachments?: MailAttachment[];
  headers?: Record<string, string>;
};

export type MailAttachment = {
  filename: string;
  content: string;
  encoding: 'base64';
  contentType: string;
  /** By which the HTML shows it; a document has none. */
  cid?: string;
};

export type DesignImage = { base64: string; type: string };

export type MailContext = {
  siteName: string;
  look: MailLook;
  /** The URL of the back office, without a slash at the end. */
  adminUrl: string;
  /** Returns the public URL of a key in the images bucket. */
  getImageUrl: (path: string) => string;
  /** When the sender agreed to news by email; undefined without a consent. */
  newsAgreedAt?: string | undefined;
  /** The image of the request's design; without it the email links to the design. */
  designImage?: DesignImage | undefined;
};

/** What an email tells the owner. */
export type Content = {
  title: string;
  /** Who has sent it. */
  name: string;
  /** When, in ISO 8601. */
  at: string;
  isSpam: boolean;
  facts: Entries;
  texts: Entries;
  images: string[];
  designUrl?: string | undefined;
  link: { label: string; url: string };
  replyTo: string | undefined;
};

/** Composes the email about an enquiry. */
export function composeMail(enquiry: Enquiry, context: MailContext): Promise<EnquiryMail> {
  return composeContent(createContent(enquiry, context), context);
}

/** Composes an email to the owner. Everything that the visitor wrote is escaped. */
export async function composeContent(content: Content, context: MailContext): Promise<EnquiryMail> {
  return {
    subject: `${content.isSpam ? 'Possible spam: ' : ''}${content.title} from ${breakEncodedWords(toOneLine(content.name))}`,
    text: renderText(content, context),
    html: await renderHtml(content, context),
    ...(content.replyTo ? { replyTo: content.replyTo } : {}),
    ...(context.designImage ? { attachments: [toAttachment(context.designImage)] } : {}),
  };
}

const spamNote =
  'This looks like spam, but a person may have written it. If it isn’t spam, open it and choose Not spam.';

const designCid = 'design@ridgeline';

function toAttachment({ base64, type }: DesignImage): MailAttachment {
  const filename = `design.${type.replace('image/', '').replace('jpeg', 'jpg')}`;
  return { filename, content: base64, encoding: 'base64', contentType: type, cid: designCid };
}

function createContent(enquiry: Enquiry, context: MailContext): Content {
  const { emailType, row } = enquiry;
  const { facts, texts } = listEntries(enquiry);
  const { adminUrl, getImageUrl, newsAgreedAt } = context;
  const replyTo = isPlainEmail(row.email) ? row.email : undefined;
  const news: Entries = [
    ['News by email', newsAgreedAt && `Agreed on ${formatReceivedAt(newsAgreedAt)}`],
  ];
  const reference: Entries = [['Reference', row.reference]];
  const origin = { at: row.created_at, isSpam: row.is_spam, replyTo };
  if (emailType === 'contact') {
    return {
      title: 'New contact message',
      name: row.name,
      ...origin,
      facts: [...reference, ...facts, ...news],
      texts,
      images: [],
      link: { label: 'Open the message', url: `${adminUrl}/contacts?open=${row.id}` },
    };
  }
  return {
    title: 'New quote request',
    name: row.customer_name,
    ...origin,
    facts: [...reference, ...facts, ['Price', describeRequestPrice(row.design_price)], ...news],
    texts,
    images: (row.inspiration_images ?? []).map(getImageUrl),
    designUrl: getDesignUrl(row.design, adminUrl, '&withdrawn=yes'),
    link: getRequestLink(adminUrl, row.id),
  };
}

/** The link by which staff open a request. */
export const getRequestLink = (adminUrl: string, id: string): Content['link'] => ({
  label: 'Open the quote request',
  url: `${adminUrl}/quotes?open=${id}`,
});

/** The page that opens a stored design; undefined without a design. */
export function getDesignUrl(design: unknown, siteUrl: string, rest = ''): string | undefined {
  const query = toDesignQuery(design);
  return query && `${new URL('/design', siteUrl)}?${query}${rest}`;
}

function renderText(content: Content, { siteName }: MailContext): string {
  const { title, at, isSpam, facts, texts, images, designUrl, link, replyTo } = content;
  const reply = replyTo ? `\n${formatReplyHint(content)}` : '';
  const blocks = [
    `${title} on ${toOneLine(siteName)}\n${formatReceivedAt(at)}`,
    ...(isSpam ? [spamNote] : []),
    ...renderEntriesAsText({ facts, texts }),
    ...(images.length > 0 ? [`Inspiration photos:\n${images.join('\n')}`] : []),
    ...(designUrl ? [`Design: ${designUrl}`] : []),
    `${link.label}: ${link.url}${reply}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

async function renderHtml(
  content: Content,
  { siteName, look, designImage }: MailContext,
): Promise<string> {
  const { title, name, at, isSpam, facts, texts, images, designUrl, link, replyTo } = content;
  const imageLinks = images.map(
    (url, index) =>
      html`<li><a href="${url}" style="color:${look.accent}">Photo ${index + 1}</a></li>`,
  );
  const design =
    designUrl &&
    html`<p style="margin:24px 0 0"><a href="${designUrl}" style="color:${look.accent}">${designImage ? html`<img src="cid:${designCid}" alt="The design" width="544" style="display:block;width:100%;height:auto;border:0">` : ''}Open the design</a></p>`;
  return renderPage(
    title,
    html`<p style="margin:0;color:#6b6258;font-size:14px">${toOneLine(siteName)} &middot; ${formatReceivedAt(at)}</p>
<h1 style="margin:4px 0 16px;${getHeadingStyle(look)}">${title} from ${toOneLine(name)}</h1>
${isSpam ? html`<p style="margin:0 0 16px;padding:10px 14px;background:#f6e3da;color:#26211c">${spamNote}</p>` : ''}
${renderEntries({ facts, texts })}
${design ?? ''}
${images.length > 0 ? html`<h2 style="margin:24px 0 6px;font-size:15px;color:#6b6258;font-weight:normal">Inspiration photos</h2><ul style="margin:0;padding-left:20px">${imageLinks}</ul>` : ''}
<p style="margin:28px 0 0"><a href="${link.url}" style="${getButtonStyle(look)}">${link.label}</a></p>
${replyTo ? html`<p style="margin:16px 0 0;color:#6b6258;font-size:14px">${formatReplyHint(content)}</p>` : ''}`,
    look,
  );
}

/** The branding of emails: the colour of buttons and links, the typeface of headings, and the logo at the top. */
export type MailLook = {
  /** Such as #7a3e1d. */
  accent: string;
  /** The typefaces of headings, as CSS has them; undefined for those of the text. */
  headingFont?: string;
  logo?: {
    /** Absolute. */
    url: string;
    name: string;
    /** In pixels, as shown. */
    width: number;
    height: number;
  };
};

const defaultAccent = '#7a3e1d';
const logoBox = { width: 240, height: 64 };

type StoredLook = {
  business_name: string;
  accent_color: string | null;
  typefaces: string | null;
  logo_image: string | null;
  logo_width: number | null;
  logo_height: number | null;
};

/**
 * Returns the branding of the business (logo, accent colour and typeface of headings).
 *
 * @param stored its settings; null before there are any
 * @param siteUrl a URL of the website, which serves the logo's images
 */
export function createLook(stored: StoredLook | null, siteUrl: string): MailLook {
  const accent = stored?.accent_color ?? defaultAccent;
  const { logo_image: path, logo_width: width, logo_height: height } = stored ?? {};
  const headingFont = getMailHeadingFont(stored?.typefaces);
  const look: MailLook = { accent, ...(headingFont && { headingFont }) };
  if (!stored || !path || !width || !height) return look;
  const scale = Math.min(1, logoBox.width / width, logoBox.height / height);
  return {
    ...look,
    logo: {
      url: String(new URL(`/pictures/letterhead/png/${path}`, siteUrl)),
      name: stored.business_name,
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    },
  };
}

/** Renders the logo at the top of an email, or nothing without one. Mail programs that load no images show the name. */
const renderLogo = ({ logo }: MailLook) =>
  logo
    ? html`<p style="margin:0 0 20px;font-weight:bold"><img src="${logo.url}" alt="${logo.name}" width="${logo.width}" height="${logo.height}" style="display:block;border:0"></p>
`
    : '';

export const getHeadingStyle = ({ headingFont }: MailLook) =>
  `font-size:22px;line-height:1.3${headingFont ? `;font-family:${headingFont}` : ''}`;

export const getButtonStyle = ({ accent }: MailLook) =>
  `display:inline-block;padding:11px 20px;background:${accent};color:#ffffff;text-decoration:none`;

type Html = ReturnType<typeof html>;

/** The HTML of an email: a sheet with the logo and this body. */
export async function renderPage(title: string, body: Html, look: MailLook): Promise<string> {
  const page = html`<!doctype html>
<html lang="en-CA">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer"><title>${title}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f1ec;color:#26211c;font:16px/1.5 Helvetica,Arial,sans-serif">
<table role="presentation" align="center" width="100%" cellspacing="0" cellpadding="0" style="max-width:600px;margin:0 auto;background:#ffffff;color:#26211c;border-top:4px solid ${look.accent}">
<tr><td style="padding:28px 28px 32px">
${renderLogo(look)}${body}
</td></tr></table>
</body>
</html>`;
  return String(await page);
}

/** The entries of an enquiry that are not empty, escaped: a table and the texts. */
export function renderEntries({ facts, texts }: { facts: Entries; texts: Entries }): Html {
  const factRows = withoutEmpty(facts).map(
    ([label, value]) => html`<tr>
<th align="left" valign="top" style="padding:6px 16px 6px 0;font-weight:normal;color:#6b6258;white-space:nowrap">${label}</th>
<td style="padding:6px 0">${toOneLine(value)}</td>
</tr>`,
  );
  const textBlocks = withoutEmpty(texts).map(
    ([
      label,
      value,
    ]) => html`<h2 style="margin:24px 0 6px;font-size:15px;color:#6b6258;font-weight:normal">${label}</h2>
<p style="margin:0;white-space:pre-wrap">${removeControls(value)}</p>`,
  );
  return html`<table cellspacing="0" cellpadding="0" style="font-size:16px">${factRows}</table>
${textBlocks}`;
}

/** The entries of an enquiry that are not empty, in blocks of plain text. */
export function renderEntriesAsText({
  facts,
  texts,
}: {
  facts: Entries;
  texts: Entries;
}): string[] {
  return [
    withoutEmpty(facts)
      .map(([label, value]) => `${label}: ${toOneLine(value)}`)
      .join('\n'),
    ...withoutEmpty(texts).map(([label, value]) => `${label}:\n${removeControls(value)}`),
  ];
}

function formatReplyHint({ name }: Content): string {
  return `Reply to this email to answer ${toOneLine(name)}.`;
}

function withoutEmpty(entries: Entries): [string, string][] {
  return entries.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));
}

/** A time in Ontario, such as 'November 28, 2026 at 8:30 a.m.'. */
export function formatReceivedAt(timestamp: string): string {
  return new Date(timestamp).toLocaleString('en-CA', {
    timeZone: 'America/Toronto',
    dateStyle: 'long',
    timeStyle: 'short',
  });
}

/** A day such as '2026-12-12' as 'December 12, 2026'. */
export function formatDay(isoDay: string): string {
  return new Date(`${isoDay}T12:00:00Z`).toLocaleDateString('en-CA', {
    timeZone: 'UTC',
    dateStyle: 'long',
  });
}

/**
 * Characters to remove from one line: white space, controls, halves of surrogate pairs and invisible format
 * characters but those that form emoji and letters (joiners, tags) or end a change of direction (marks).
 */
const notInLine = /(?:[\s\p{Cc}\p{Cs}]|(?![\u200c-\u200f\u061c\u{e0020}-\u{e007f}])\p{Cf})+/gu;

/** One line without control characters, for headers and labels; `maxLength` in code points. */
export function toOneLine(value: string, maxLength = 120): string {
  const line = value.replace(notInLine, ' ').trim();
  return [...line]
    .slice(0, maxLength)
    .join('')
    .replace(/\u200d+$/, '');
}

/** Mail programs decode encoded words to any characters, line ends included (RFC 2047). */
export function breakEncodedWords(line: string): string {
  return line.replaceAll('=?', '= ?');
}

/** Lines without control characters and bidirectional overrides. */
export function removeControls(value: string): string {
  return value.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');
}
