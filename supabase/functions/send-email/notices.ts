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
