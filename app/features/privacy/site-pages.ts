import { splitEmail, toMailHref } from '#app/lib/email.ts';
import { defaultRetentionMonths } from '#app/lib/limits.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { endSentence } from '#app/lib/text.ts';
import { escapeXml } from '#app/lib/xml.ts';

export type SitePageSlug = 'privacy' | 'accessibility';

export type SitePageText = { title: string; content: string };

type Facts = {
  business_name: string;
  email: string | null;
  phone: string | null;
  phone_href: string | null;
  address: string | null;
  retention_months: number | null;
} | null;

type PageOptions = {
  fallbackName: string;
  challenge: boolean;
  /** When the owner replies, as the forms say. */
  replyNote: string;
};

/** The placeholders in a page's text, and their meanings. */
export const placeholders = [
  ['{business}', 'your business name'],
  ['{contact}', 'your email, phone number and address, if set'],
  ['{challenge}', 'a sentence about Cloudflare Turnstile, if it checks your forms'],
  ['{reply}', 'the note beside the button of both forms'],
  ['{retention}', 'how long enquiries are kept, such as "for 24 months"'],
] as const;

const privacy = `<p>{business} runs this website. This page explains what personal information we collect, why, and what you can ask for. It is written for Canada's Personal Information Protection and Electronic Documents Act (PIPEDA) and Anti-Spam Legislation (CASL).</p>
<h2>Just looking around</h2>
<p>You can read everything without telling us who you are. This website sets no cookies and shows no advertising. We count page views, where they come from and how fast pages load, as daily totals with nothing about you, unless your browser sends Do Not Track or Global Privacy Control. Fonts, images and scripts come from this website. Videos from YouTube or Vimeo load when you start them; their terms then apply.</p>
<p>To keep out spam, the server counts requests by network address, for about a day. {challenge}</p>
<h2>When you write to us</h2>
<p>The contact form asks for your name, your email address, a subject and your message. The quote form asks for your name, your email address, the kind of project and a description; wishes, budget, timing and photos are optional. Phone number, town or postal code, and how and when to reach you are optional on both. We use it to answer you and to prepare your quote, and usually email you a copy.</p>
<p>What you type is saved in your own browser until you send it. It stays on your device for up to 30 days; 'Start over' removes it.</p>
<h2>When you design a shed</h2>
<p>Designs you look at are also saved in your own browser. Each stays for up to 30 days after you last viewed it; designs you save stay until you remove them. 'Remove all' above the list removes them all. If you view a shed in your yard, an app from Google or Apple on your phone loads its 3D model, and that company's terms apply.</p>
<h2>News by email</h2>
<p>Both forms have a checkbox for news. It starts unchecked. If you check it, we keep your email address, the wording you agreed to, the form, and the time. If you change your mind, tell us, and we'll stop.</p>
<h2>Who sees it</h2>
<p>We do, and the people who run this website for us, as far as they need to. No one else does. Photos you attach are stored at unlisted web addresses; anyone who has one can open it.</p>
<h2>How long we keep it</h2>
<p>We keep what you send through the forms {retention}. Copies in a mailbox and in backups may last longer.</p>
<h2>What you can ask for</h2>
<p>You can ask what we have stored about you, get a copy, and have it corrected or erased, photos included. The law gives us 30 days to answer. If you're not satisfied, contact the Office of the Privacy Commissioner of Canada.</p>
<p>{contact}</p>`;

const accessibility = `<p>Everyone should be able to use the website of {business}. We build it to the Web Content Accessibility Guidelines (WCAG) 2.2, level AA, which is more than the Accessibility for Ontarians with Disabilities Act (AODA) requires.</p>
<h2>What we do</h2>
<ul>
<li>Everything works with the keyboard alone, and you always see where you are.</li>
<li>Pages have headings, landmarks and labels that screen readers announce.</li>
<li>Text has enough contrast and can be enlarged to 400% without scrolling sideways.</li>
<li>Nothing plays or moves on its own, and we respect your device's setting for less motion.</li>
<li>Both forms work without JavaScript, explain errors in words, and keep what you typed.</li>
</ul>
<h2>Where we may fall short</h2>
<p>Some newer images and videos may not have a description or captions yet. Please tell us if you find any.</p>
<h2>Another way to reach us</h2>
<p>If something here doesn't work for you, or you'd like it in another format, such as large print or read to you over the phone, let us know. {reply}</p>
<p>{contact}</p>`;

/** The built-in texts, which the owner can replace. */
export const builtInPages: Record<SitePageSlug, SitePageText> = {
  privacy: { title: 'Privacy', content: privacy },
  accessibility: { title: 'Accessibility', content: accessibility },
};

/** The descriptions of the pages for search engines. */
export const pageDescriptions: Record<SitePageSlug, string> = {
  privacy:
    'What personal information this website collects, why, how long we keep it, and what you can ask for.',
  accessibility:
    'What we do so that everyone can use this website, and how to reach us if something falls short.',
};

/** Replaces the placeholders of sanitized HTML with escaped values of the settings. */
export function fillPlaceholders(
  html: string,
  facts: Facts,
  { fallbackName, challenge, replyNote }: PageOptions,
): string {
  const values: Record<string, string> = {
    business: escapeXml(facts?.business_name || fallbackName),
    challenge: challenge ? challengeSentence : '',
    contact: renderContact(facts),
    reply: replyNote && endSentence(escapeXml(replyNote)),
    retention: describeRetention(facts ? facts.retention_months : defaultRetentionMonths),
  };
  return html.replace(
    /\{(business|challenge|contact|reply|retention)\}/g,
    (whole, name) => values[name] ?? whole,
  );
}

const challengeSentence =
  'Turnstile, a service of Cloudflare, Inc. in the United States, checks both forms for spam. Your browser loads it when you use a form, and it sees your network address and details about your browser.';

function renderContact(facts: Facts): string {
  const { email, phone, phone_href, address } = facts ?? {};
  const link = (target: string, ...parts: string[]) =>
    `<a href="${escapeXml(target)}">${parts.map(escapeXml).join('<wbr>')}</a>`;
  const ways = [
    ...(email ? [link(toMailHref(email), ...splitEmail(email))] : []),
    ...(phone ? [phone_href ? link(phone_href, phone) : escapeXml(phone)] : []),
    ...(address ? [escapeXml(address)] : []),
  ];
  return ways.join('<br>') || `Reach us through the ${link('/contact', 'contact form')}.`;
}

function describeRetention(months: number | null): string {
  if (months === null) return 'until you ask us to erase it';
  return `for ${pluralize(months, 'month')}; after that, we delete it automatically, photos included`;
}
