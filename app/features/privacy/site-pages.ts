import { defaultRetentionMonths } from '#app/lib/limits.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { splitEmail } from '#app/lib/split-email.ts';
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
};

/** The placeholders in a page's text, and their meanings. */
export const placeholders = [
  ['{business}', "the business's name"],
  ['{contact}', 'e-mail, telephone and address, where they are set'],
  ['{challenge}', 'a sentence about Cloudflare Turnstile, where the forms are checked by it'],
  ['{retention}', 'how long enquiries are kept, such as "for 24 months"'],
] as const;

const privacy = `<p>{business} runs this website. This page says what it takes in about you, why, and what you can ask of us. It is written for Canada's Personal Information Protection and Electronic Documents Act (PIPEDA) and Canada's Anti-Spam Legislation (CASL).</p>
<h2>Just looking around</h2>
<p>You can read everything here without telling us who you are. This website sets no cookies, counts no visitors and shows no advertising. Its fonts, pictures and scripts come from this website and from nobody else. A film from YouTube or Vimeo loads only once you start it; from then on the terms of that company apply.</p>
<p>To keep senders of spam out, the server counts requests by the network they come from, and forgets the counts after about a day. {challenge}</p>
<h2>When you write to us</h2>
<p>The contact form asks for your name, your e-mail address, a subject and your message; the telephone number is optional. The quote form asks for your name, your e-mail address, the kind of project and a description; telephone number, wishes, budget, timing and pictures are optional. What you send is for answering you, and for the quote that you have asked for.</p>
<p>What you type is kept in your own browser until you send it, so that a lost connection costs you nothing. It stays on your device, for 30 days at most; 'Start over' removes it.</p>
<h2>When you design a shed</h2>
<p>The designs that you look at are stored in your own browser, too. Each stays for 30 days at most after you last looked at it, one that you have saved until you remove it; 'Remove all' above the list removes them all. If you view a shed in your yard, an app of Google or Apple on your phone loads its 3D model from this website; the terms of that company apply to the app.</p>
<h2>News by e-mail</h2>
<p>Both forms have a box for news. It is not ticked, and nothing depends on it. If you tick it, we keep your e-mail address, the words that you agreed to, the form, and the time. You can take it back at any time: tell us, and we send no more.</p>
<h2>Who sees it</h2>
<p>We do, and those who run this website for us, as far as keeping it running needs it. The website passes what you send to nobody else. A picture that you attach is stored under an address that is listed nowhere; whoever has that address can open it.</p>
<h2>How long we keep it</h2>
<p>We keep what you send through the forms {retention}. Copies in a mailbox and in backups may last longer; ask us about them, too.</p>
<h2>What you can ask of us</h2>
<p>Ask us what we have stored about you, ask for a copy, have it corrected, or have it erased, pictures included. The law gives us 30 days to answer. If our answer does not satisfy you, you can turn to the Office of the Privacy Commissioner of Canada.</p>
<p>{contact}</p>`;

const accessibility = `<p>Everybody should be able to use the website of {business}. It is built towards the Web Content Accessibility Guidelines (WCAG) 2.2, level AA, beyond what Ontario's Accessibility for Ontarians with Disabilities Act (AODA) asks for.</p>
<h2>What we do for it</h2>
<ul>
<li>Everything works with the keyboard alone, and you always see where you are.</li>
<li>Pages have headings, landmarks and labels that screen readers announce.</li>
<li>Text keeps its contrast and can be enlarged to 400 % without scrolling sideways.</li>
<li>Nothing plays or moves by itself, and a wish for less motion is heeded.</li>
<li>Both forms work without JavaScript, say what is wrong in words, and keep what you have typed.</li>
</ul>
<h2>What may fall short</h2>
<p>Pictures and films that are added later may lack a description or captions. Please tell us which.</p>
<h2>Another way to reach us</h2>
<p>If something here does not work for you, or you would like any of it in another form, such as large print or read to you over the telephone, tell us. We answer within 24 hours.</p>
<p>{contact}</p>`;

/** The texts of the pages until the owner writes others. */
export const builtInPages: Record<SitePageSlug, SitePageText> = {
  privacy: { title: 'Privacy', content: privacy },
  accessibility: { title: 'Accessibility', content: accessibility },
};

/** The descriptions of the pages for search engines. */
export const pageDescriptions: Record<SitePageSlug, string> = {
  privacy:
    'What this website takes in about you, why, how long it is kept, and what you can ask of us.',
  accessibility:
    'What we do so that everybody can use this website, and how to reach us where it falls short.',
};

/** Replaces the placeholders of sanitized HTML by escaped values of the settings. */
export function fillPlaceholders(
  html: string,
  facts: Facts,
  { fallbackName, challenge }: PageOptions,
): string {
  const values: Record<string, string> = {
    business: escapeXml(facts?.business_name || fallbackName),
    challenge: challenge ? challengeSentence : '',
    contact: renderContact(facts),
    retention: describeRetention(facts ? facts.retention_months : defaultRetentionMonths),
  };
  return html.replace(
    /\{(business|challenge|contact|retention)\}/g,
    (whole, name) => values[name] ?? whole,
  );
}

const challengeSentence =
  'The two forms are checked by Turnstile, a service of Cloudflare, Inc. in the United States: your browser loads it once you use a form, and it sees your network address and traits of your browser.';

function renderContact(facts: Facts): string {
  const { email, phone, phone_href, address } = facts ?? {};
  const link = (target: string, ...parts: string[]) =>
    `<a href="${escapeXml(target)}">${parts.map(escapeXml).join('<wbr>')}</a>`;
  const ways = [
    ...(email ? [link(`mailto:${email}`, ...splitEmail(email))] : []),
    ...(phone ? [phone_href ? link(phone_href, phone) : escapeXml(phone)] : []),
    ...(address ? [escapeXml(address)] : []),
  ];
  return ways.join('<br>') || `Reach us through the ${link('/contact', 'contact form')}.`;
}

function describeRetention(months: number | null): string {
  if (months === null) return 'until you ask us to erase it';
  return `for ${pluralize(months, 'month')}; after that, a daily job removes it with its pictures`;
}
