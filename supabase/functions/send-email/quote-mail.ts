import { html } from 'hono/html';
import { z } from 'zod';
import { compareContents, explainAgreement } from '#app/features/quotes/describe-quote.ts';
import type { QuoteContent, QuoteSelection } from '#app/features/quotes/quote-content.ts';
import { type OrderStage, orderStageLabels } from '#app/features/quotes/quote-states.ts';
import { composeReviewRequest } from '#app/features/quotes/review-request.ts';
import { formatCents } from '#app/lib/prices.ts';
import {
  breakEncodedWords,
  type EnquiryMail,
  formatDay,
  getButtonStyle,
  getHeadingStyle,
  type MailAttachment,
  type MailLook,
  removeControls,
  renderPage,
  toOneLine,
} from './mail.ts';
import { isPlainEmail } from './plain-email.ts';

/** What the database function prepare_quote_mail returns. */
export const preparedQuoteMail = z.object({
  to: z.enum(['customer', 'owner']),
  type: z.enum([
    'sent',
    'reminder',
    'accepted',
    'adjusted',
    'answer',
    'declined',
    'question',
    'change',
    'payment',
    'stage',
    'review',
    'reviewed',
  ]),
  quote_id: z.uuid(),
  number: z.string(),
  version: z.number(),
  /** Null for an email to the owner. */
  email: z.string().nullable(),
  token: z.string().nullable(),
  reply_to: z.string().nullable(),
  customer_name: z.string(),
  quote_type: z.enum(['quote', 'estimate']),
  title: z.string(),
  seller: z.object({ name: z.string(), address: z.string(), phone: z.string() }),
  valid_until: z.string(),
  /** Cents. */
  total: z.number(),
  deposit: z.number().nullable(),
  text: z.string().nullable(),
  payment: z.object({ paid_on: z.string(), cents: z.number(), method: z.string() }).nullish(),
  stage: z.object({ stage: z.string(), reached_on: z.string(), images: z.number() }).nullish(),
  /** Until when the customer can write the review that an email asks for. */
  last_day: z.iso.date().nullish(),
  /** The review that a customer has sent, in the email to the owner, whose `text` is its text. */
  review: z
    .object({
      id: z.uuid(),
      rating: z.int(),
      name: z.string(),
      town: z.string().nullable(),
      hasImage: z.boolean(),
    })
    .nullish(),
  /** Cents that the customer still owes; null but for emails about payments and stages. */
  balance: z.number().nullish(),
  /** The version before and this one, in an email about a new version; null for the first. */
  change: z
    .object({
      version: z.number(),
      /** The customer has accepted it: it holds until this one is accepted. */
      isAgreed: z.boolean(),
      before: z.custom<QuoteContent>(),
      after: z.custom<QuoteContent>(),
      selection: z.custom<QuoteSelection>().nullable(),
      previousSelection: z.custom<QuoteSelection>().nullable(),
    })
    .nullish(),
  /** The PDF that the email carries; without a path it could not be written. Null for emails without one. */
  document: z
    .object({
      type: z.enum(['offer', 'acceptance']),
      version: z.number(),
      path: z.string().nullable(),
      sha256: z.string().nullable(),
    })
    .nullable(),
  /** Of the evidence log: of the acceptance, or the last one. */
  hash: z.string(),
});

export type PreparedQuoteMail = z.infer<typeof preparedQuoteMail>;

type QuoteMailContext = {
  siteName: string;
  look: MailLook;
  adminUrl: string;
  /** The document in base64. */
  pdf?: string | undefined;
};

type Difference = ReturnType<typeof compareContents>[number];
type Differences = { version: number; shown: Difference[]; more: number };

type Content = {
  subject: string;
  paragraphs: string[];
  facts: [label: string, value: string][];
  differences?: Differences | undefined;
  link: { label: string; url: string };
  footer: string[];
};

/** Composes an email of a quote to its customer or the owner. What people wrote is escaped. */
export async function composeQuoteMail(
  mail: PreparedQuoteMail,
  { siteName, look, adminUrl, pdf }: QuoteMailContext,
): Promise<EnquiryMail> {
  const content =
    mail.to === 'customer'
      ? createCustomerContent(mail, new URL(adminUrl).origin)
      : createOwnerContent(mail, siteName, adminUrl);
  if (mail.document) content.paragraphs.push(describeDocument(mail.document, pdf !== undefined));
  return {
    subject: breakEncodedWords(toOneLine(content.subject)),
    text: renderText(content),
    html: await renderHtml(content, look),
    ...(mail.reply_to && isPlainEmail(mail.reply_to) ? { replyTo: mail.reply_to } : {}),
    ...(mail.document && pdf ? { attachments: [toAttachment(mail, mail.document, pdf)] } : {}),
  };
}

type MailDocument = NonNullable<PreparedQuoteMail['document']>;

function describeDocument({ type }: MailDocument, isAttached: boolean): string {
  const what = type === 'acceptance' ? 'agreement, with a certificate of acceptance,' : 'document';
  return isAttached
    ? `The ${what} is attached as a PDF.`
    : `Use the link to download the ${what} as a PDF.`;
}

function toAttachment(
  { number }: PreparedQuoteMail,
  { type, version }: MailDocument,
  base64: string,
): MailAttachment {
  return {
    filename: `${type === 'acceptance' ? 'accepted' : 'quote'}-${number}-version-${version}.pdf`,
    content: base64,
    encoding: 'base64',
    contentType: 'application/pdf',
  };
}

function createCustomerContent(mail: PreparedQuoteMail, siteUrl: string): Content {
  const { number, quote_type: quoteType, seller, token, text } = mail;
  const url = `${siteUrl}/quotes/${token}`;
  const name = toOneLine(seller.name);
  const offer = `${quoteType} ${number}`;
  const greeting = greet(mail);
  const offered: Content['facts'] = [
    ...getFacts(mail),
    ['Valid until', formatDay(mail.valid_until)],
  ];
  const contact = `${name}, ${toOneLine(seller.address)}, ${toOneLine(seller.phone)}`;
  const stop = `Stop reminders about this ${quoteType}: ${url}#reminders`;
  const differences = findDifferences(mail);
  const body: Record<string, Body> = {
    sent: differences
      ? {
          subject: `A new version of your ${offer} from ${name}`,
          paragraphs: [
            greeting,
            `We've updated your ${offer}. This is version ${mail.version}${differences.shown.length > 0 ? '; the changes are listed below' : ''}. Use the link to read it, ask a question, request a change, or accept or decline it.`,
            ...(mail.change?.isAgreed
              ? [`Until you accept it, ${explainAgreement(mail.change.version)}`]
              : []),
          ],
          facts: offered,
          differences,
        }
      : {
          subject: `Your ${offer} from ${name}`,
          paragraphs: [
            greeting,
            `Your ${offer} is ready. Use the link to read it, ask a question, request a change, or accept or decline it.`,
          ],
          facts: offered,
        },
    reminder: {
      subject: `A reminder about your ${offer} from ${name}`,
      paragraphs: [greeting, text || `Our ${offer} is still waiting for your answer.`],
      facts: offered,
    },
    accepted: {
      subject: `You have accepted ${offer} from ${name}`,
      paragraphs: [
        greeting,
        `Thank you. You have accepted version ${mail.version} of our ${offer}. Use the link to see what was agreed and to follow your order.`,
      ],
      facts: [...getFacts(mail), ['Proof (SHA-256)', mail.hash]],
    },
    adjusted: {
      subject: `Your ${offer} from ${name} has been adjusted`,
      paragraphs: [
        greeting,
        `We have adjusted our ${offer} within the limit you accepted. The link shows version ${mail.version}.`,
      ],
      facts: [...getFacts(mail), ['Proof (SHA-256)', mail.hash]],
      differences,
    },
    answer: {
      subject: `An answer about your ${offer} from ${name}`,
      paragraphs: [greeting, text ?? ''],
      facts: [],
    },
    ...(mail.payment && { payment: createPaymentContent(mail, mail.payment, offer) }),
    ...(mail.stage && { stage: createStageContent(mail, mail.stage, offer) }),
    ...(mail.last_day && { review: createReviewRequest(mail, mail.last_day, url) }),
  };
  const found = body[mail.type];
  if (!found) throw new Error(`Customers get no email of the type ${mail.type}`);
  return {
    link: { label: `Open the ${quoteType}`, url },
    ...found,
    footer: [contact, stop],
  };
}

type Body = Omit<Content, 'footer' | 'link'> & Partial<Pick<Content, 'link'>>;

type MailPayment = NonNullable<PreparedQuoteMail['payment']>;
type MailStage = NonNullable<PreparedQuoteMail['stage']>;

function createPaymentContent(
  mail: PreparedQuoteMail,
  { cents, paid_on, method }: MailPayment,
  offer: string,
): Body {
  const amount = formatCents(Math.abs(cents));
  const isRefund = cents < 0;
  return {
    subject: isRefund
      ? `${toOneLine(mail.seller.name)} has refunded you ${amount}`
      : `We have received your payment of ${amount}`,
    paragraphs: [
      greet(mail),
      isRefund
        ? `We have refunded you ${amount} for ${offer}.`
        : `Thank you. We have received your payment of ${amount} for ${offer}.`,
    ],
    facts: [
      [isRefund ? 'Refunded' : 'Paid', `${amount} on ${formatDay(paid_on)}, ${method}`],
      ...getOrderFacts(mail),
    ],
  };
}

function createStageContent(
  mail: PreparedQuoteMail,
  { stage, reached_on, images }: MailStage,
  offer: string,
): Body {
  const label = orderStageLabels[stage as OrderStage] ?? stage;
  return {
    subject: `Your order with ${toOneLine(mail.seller.name)}: ${label.toLowerCase()}`,
    paragraphs: [
      greet(mail),
      `Here is an update on your order, ${offer}.`,
      ...(mail.text ? [mail.text] : []),
      ...(images > 0
        ? [`Use the link to see the ${images === 1 ? 'photo' : `${images} photos`}.`]
        : []),
    ],
    facts: [[label, formatDay(reached_on)], ...getOrderFacts(mail)],
  };
}

function createReviewRequest(mail: PreparedQuoteMail, lastDay: string, url: string): Body {
  const { subject, paragraphs, facts, linkLabel } = composeReviewRequest({
    customerName: toOneLine(mail.customer_name),
    sellerName: toOneLine(mail.seller.name),
    number: mail.number,
    title: toOneLine(mail.title),
    lastDay: formatDay(lastDay),
  });
  return { subject, paragraphs, facts, link: { label: linkLabel, url: `${url}/review` } };
}

const greet = ({ customer_name }: PreparedQuoteMail) => `Hello ${toOneLine(customer_name)},`;

function getOrderFacts({ title, total, balance }: PreparedQuoteMail): Content['facts'] {
  return [
    ['For', toOneLine(title)],
    ['Agreed', formatCents(total)],
    ['Balance', formatCents(balance ?? 0)],
  ];
}

const maxDifferences = 25;

/** Lists the differences from the previous version, as the customer's page does; undefined for the first version. */
function findDifferences({ change }: PreparedQuoteMail): Differences | undefined {
  if (!change) return undefined;
  const differences = compareContents(change.before, change.after, {
    before: change.previousSelection,
    after: change.selection,
  });
  // Totals come last, and are shown in any case.
  const isTotal = ({ label }: Difference) => label === 'Total';
  const others = differences.filter((difference) => !isTotal(difference));
  return {
    version: change.version,
    shown: [...others.slice(0, maxDifferences), ...differences.filter(isTotal)],
    more: Math.max(0, others.length - maxDifferences),
  };
}

const describeMore = (more: number) => `Use the link to see ${more} more.`;

/** The values of a difference, abbreviated: the page has them in full. */
function describeDifference({ before, after }: Difference): [label: string, value: string][] {
  const shorten = (value: string) => toOneLine(value, 201).replace(/^(.{199}).{2}$/su, '$1…');
  return [
    ...(before ? ([['before', shorten(before)]] as [string, string][]) : []),
    after ? ['now', shorten(after)] : ['now', 'removed'],
  ];
}

function createOwnerContent(mail: PreparedQuoteMail, siteName: string, adminUrl: string): Content {
  const customer = toOneLine(mail.customer_name);
  if (mail.review) {
    const { id, rating, name, town, hasImage } = mail.review;
    return {
      subject: `${customer} has sent a review: ${rating} of 5 stars`,
      paragraphs: mail.text ? [mail.text] : [],
      facts: [
        ['Stars', `${rating} of 5`],
        ['Name shown', toOneLine(name)],
        ...(town ? ([['Town', toOneLine(town)]] as [string, string][]) : []),
        ['Photo', hasImage ? 'Yes' : 'None'],
        ['Order', mail.number],
      ],
      link: { label: 'Open the review', url: `${adminUrl}/reviews?open=${id}` },
      footer: [toOneLine(siteName)],
    };
  }
  const events: Record<string, string> = {
    accepted: `${customer} has accepted ${mail.quote_type} ${mail.number}`,
    declined: `${customer} has declined ${mail.version > 1 ? `version ${mail.version} of ` : ''}${mail.quote_type} ${mail.number}`,
    question: `${customer} has a question about ${mail.quote_type} ${mail.number}`,
    change: `${customer} has asked for a change to ${mail.quote_type} ${mail.number}`,
  };
  return {
    subject: events[mail.type] ?? `${mail.quote_type} ${mail.number}`,
    paragraphs: mail.text ? [mail.text] : [],
    facts: [
      ...getFacts(mail),
      ...(mail.type === 'accepted' ? ([['Proof (SHA-256)', mail.hash]] as [string, string][]) : []),
    ],
    link: { label: 'Open the quote', url: `${adminUrl}/quote-builder/${mail.quote_id}` },
    footer: [toOneLine(siteName)],
  };
}

function getFacts({ title, total, deposit }: PreparedQuoteMail): Content['facts'] {
  return [
    ['For', toOneLine(title)],
    ['Total', formatCents(total)],
    ...(deposit ? ([['Deposit', formatCents(deposit)]] as [string, string][]) : []),
  ];
}

function renderText({ paragraphs, facts, differences, link, footer }: Content): string {
  const blocks = [
    ...paragraphs.map(removeControls),
    differences &&
      differences.shown.length > 0 &&
      [
        `What changed since version ${differences.version}:`,
        ...differences.shown.map((difference) =>
          [
            `- ${toOneLine(difference.label)}`,
            ...describeDifference(difference).map(([label, value]) => `  ${label}: ${value}`),
          ].join('\n'),
        ),
        differences.more > 0 && describeMore(differences.more),
      ]
        .filter(Boolean)
        .join('\n'),
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    `${link.label}: ${link.url}`,
    `-- \n${footer.join('\n')}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

async function renderHtml(content: Content, look: MailLook): Promise<string> {
  const { subject, paragraphs, facts, differences, link, footer } = content;
  return renderPage(
    subject,
    html`<h1 style="margin:0 0 16px;${getHeadingStyle(look)}">${subject}</h1>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px;white-space:pre-wrap">${removeControls(paragraph)}</p>`)}
${differences && differences.shown.length > 0 ? renderDifferences(differences) : ''}
<table cellspacing="0" cellpadding="0" style="font-size:16px">${facts.map(
      ([label, value]) => html`<tr>
<th align="left" valign="top" style="padding:6px 16px 6px 0;font-weight:normal;color:#6b6258;white-space:nowrap">${label}</th>
<td style="padding:6px 0;word-break:break-word">${value}</td>
</tr>`,
    )}</table>
<p style="margin:28px 0 0"><a href="${link.url}" style="${getButtonStyle(look)}">${link.label}</a></p>
<p style="margin:24px 0 0;color:#6b6258;font-size:14px">${footer.map((line, index) => html`${index > 0 ? html`<br>` : ''}${line}`)}</p>`,
    look,
  );
}

function renderDifferences({ version, shown, more }: Differences) {
  return html`<h2 style="margin:0 0 8px;font-size:16px">What changed since version ${version}</h2>
<ul style="margin:0 0 16px;padding-left:20px">${shown.map(
    (difference) =>
      html`<li style="margin:0 0 8px;word-break:break-word"><strong>${toOneLine(difference.label)}</strong>${describeDifference(
        difference,
      ).map(
        ([label, value]) =>
          html`<br><span style="color:${label === 'now' ? '#26211c' : '#6b6258'}">${label}: ${value}</span>`,
      )}</li>`,
  )}${more > 0 ? html`<li>${describeMore(more)}</li>` : ''}</ul>`;
}
