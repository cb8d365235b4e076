import { z } from 'zod';
import { removeControls, toOneLine } from './mail.ts';
import type { Notice } from './storage-warning.ts';

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

/** Composes the e-mail about enquiries that may be spam, of which the owner has had no other e-mail. */
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
