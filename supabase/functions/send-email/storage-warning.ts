import { toOneLine } from './mail.ts';

/** An e-mail to the owner that nobody replies to. */
export type Notice = { subject: string; text: string };

/** Composes the warning that visitors' images have nearly reached their limit. */
export function composeStorageWarning(siteName: string, adminUrl: string): Notice {
  const name = toOneLine(siteName);
  return {
    subject: `The space for visitors' pictures on ${name} is nearly full`,
    text: `The pictures that visitors have sent take up more than 90 % of the space that is set aside for them.

When it is full, visitors can no longer attach pictures. Their requests still reach you; ask them for pictures by e-mail.

What helps:
- Delete old quote requests and their pictures: ${adminUrl}/quotes
- Shorten the time that requests are kept: ${adminUrl}/settings
- Have whoever runs the website raise the limit (VISITOR_STORAGE_LIMIT_MB).

Pictures that were uploaded but never sent with a request are deleted after two days by themselves. While the space stays this full, this e-mail comes once a day.
`,
  };
}
