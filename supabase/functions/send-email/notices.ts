import { z } from 'zod';
import { removeControls, toOneLine } from './mail.ts';

/** An email to the owner that nobody replies to. */
export type Notice = { subject: string; text: string };

/** Composes the warning that visitors' images have nearly reached their limit. */
export function composeStorageWarning(siteName: string, adminUrl: string): Notice {
  const name = toOneLine(siteName);
  return {
    subject: `Storage for visitors' photos on ${name} is nearly full`,
    text: `Visitors' photos use more than 90% of their storage space. When it is full, visitors can no longer attach photos. You'll still get their requests; ask them for photos by email.

To free up space:
- Delete old quote requests and their photos: ${adminUrl}/quotes
- Keep requests for a shorter time: ${adminUrl}/settings
- Ask whoever runs the website to raise the limit (VISITOR_STORAGE_LIMIT_MB).

Photos that were uploaded but never sent with a request are deleted automatically after two days. You'll get this email once a day while storage stays this full.
`,
  };
}

export const spamDigest = z.object({
  total: z.int(),
  enquiries: z.array(
    z.object({
      type: z.enum(['contact', 'quote']),
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      text: z.string(),
    }),
  ),
});

export type SpamDigest = z.infer<typeof spamDigest>;

const kinds = {
  contact: { label: 'Contact message', path: 'contacts' },
  quote: { label: 'Quote request', path: 'quotes' },
};

/** Composes the email about enquiries that may be spam, of which the owner has had no other email. */
export function composeSpamDigest(
  { total, enquiries }: SpamDigest,
  siteName: string,
  adminUrl: string,
): Notice {
  const entries = enquiries.map(({ type, id, name, email, text }) => {
    const { label, path } = kinds[type];
    return `${label} from ${toOneLine(name)}, ${toOneLine(email)}
${toOneLine(removeControls(text), 300)}
${adminUrl}/${path}?open=${id}`;
  });
  const rest = total - enquiries.length;
  return {
    subject: `Possible spam: ${total} ${total === 1 ? 'message' : 'messages'} to ${toOneLine(siteName)}`,
    text: `These look like spam, but people may have written them. Open one and choose Not spam to keep it.

${entries.join('\n\n')}${rest > 0 ? `\n\nAnd ${rest} more in the Spam tabs.` : ''}

All of them: ${adminUrl}/contacts?tab=spam and ${adminUrl}/quotes?tab=spam
`,
  };
}

const counted = z.array(z.object({ name: z.string(), views: z.int() }));

const week = z.object({
  views: z.int(),
  requests: z.int(),
  quotes: z.int(),
  accepted: z.int(),
  wonCents: z.int(),
  openCents: z.int(),
  dueCents: z.int(),
});

/** A week from Monday to Sunday (ISO 8601 dates), and the one before. */
export const weeklySummary = z.object({
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  week,
  weekBefore: week,
  pages: counted,
  referrers: counted,
});

export type WeeklySummary = z.infer<typeof weeklySummary>;

const dayFormat = new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeZone: 'UTC' });
const moneyFormat = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' });

/** Names for what is counted; keys of an object such as `constructor` may be among them. */
const pageNames = new Map([
  ['/', 'Home'],
  ['/custom-sheds/:id', 'Listings'],
]);

/**
 * Anybody can invent a referring website, which mail programs would show as a link, so that the email names only these:
 * by the start of their domain, or by the whole of it.
 */
const websiteNames = new Map([
  ['direct', 'Typed address, bookmark or app'],
  ['google', 'Google'],
  ['bing', 'Bing'],
  ['duckduckgo.com', 'DuckDuckGo'],
  ['yahoo', 'Yahoo'],
  ['facebook.com', 'Facebook'],
  ['instagram.com', 'Instagram'],
  ['pinterest', 'Pinterest'],
  ['youtube.com', 'YouTube'],
  ['kijiji.ca', 'Kijiji'],
  ['houzz', 'Houzz'],
  ['homestars.com', 'HomeStars'],
  ['linkedin.com', 'LinkedIn'],
  ['reddit.com', 'Reddit'],
]);

/** Sums up the views of known websites by name, most first, and those of all others last. */
function nameWebsites(referrers: z.infer<typeof counted>): z.infer<typeof counted> {
  const views = new Map<string, number>();
  let others = 0;
  for (const referrer of referrers) {
    const [, site = referrer.name, owner = ''] =
      /^(?:.*\.)?(([a-z]+)\.(?:com?\.)?[a-z]{2,3})$/.exec(referrer.name) ?? [];
    const name = websiteNames.get(site) ?? websiteNames.get(owner);
    if (name) views.set(name, (views.get(name) ?? 0) + referrer.views);
    else others += referrer.views;
  }
  const named = [...views].map(([name, views]) => ({ name, views }));
  const top = named.sort((one, other) => other.views - one.views).slice(0, maxListed);
  return others > 0 ? [...top, { name: 'Other websites', views: others }] : top;
}

const maxListed = 5;

/** Composes the email about a week's visits, requests and quotes. */
export function composeWeeklySummary(
  { firstDay, lastDay, week, weekBefore, pages, referrers }: WeeklySummary,
  siteName: string,
  adminUrl: string,
): Notice {
  const format = (count: number) => count.toLocaleString('en-CA');
  const formatDay = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`));
  const formatMoney = (cents: number) => moneyFormat.format(cents / 100);
  const compare = (name: 'views' | 'requests' | 'quotes' | 'accepted') =>
    `${format(week[name])} (the week before: ${format(weekBefore[name])})`;
  const list = (title: string, rows: z.infer<typeof counted>) =>
    rows.length === 0
      ? ''
      : `${title}:
${rows.map(({ name, views }) => `- ${toOneLine(name)}: ${format(views)}`).join('\n')}

`;
  const namedPages = pages.map(({ name, views }) => ({ name: pageNames.get(name) ?? name, views }));
  const requests = `${format(week.requests)} quote ${week.requests === 1 ? 'request' : 'requests'}`;
  return {
    subject: `Last week on ${toOneLine(siteName)}: ${format(week.views)} page ${week.views === 1 ? 'view' : 'views'}, ${requests}`,
    text: `${formatDay(firstDay)} to ${formatDay(lastDay)}

Page views: ${compare('views')}
Quote requests: ${compare('requests')}
Quotes sent: ${compare('quotes')}
Quotes accepted: ${compare('accepted')}

Won last week: ${formatMoney(week.wonCents)}
Open quotes: ${formatMoney(week.openCents)}
Still to be paid: ${formatMoney(week.dueCents)}

${list('Most viewed pages', namedPages)}${list('Where visitors came from', nameWebsites(referrers))}More: ${adminUrl}/visits
To stop these emails: ${adminUrl}/email
`,
  };
}
