import { useCallback, useEffect, useRef, useState } from 'react';
import { readUnsentMails, retryMail } from '#app/data/enquiry-mails.ts';
import { isTriedSoon, type UnsentMail } from '#app/domain/enquiries/enquiry-mail.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { logFailure } from '../log.ts';
import { createPoller } from '../poller.ts';
import { useAdminClient } from '../session.ts';

/** How often it is looked, in milliseconds; more often while a mail is about to go. */
const interval = { usual: 20_000, soon: 3_000 };

/** The mails to the owner about some enquiries, as far as they have not gone. */
export type UnsentMails = {
  of: (enquiry: string) => UnsentMail | undefined;
  sendAgain: (enquiry: string) => Promise<void>;
};

/**
 * Follows which of the enquiries in sight the owner has had no mail about. A look that fails leaves
 * things as they were, for the next one.
 * @param rows in the list, and the one whose dialog is open
 */
export function useUnsentMails(rows: readonly ({ id: string } | undefined)[]): UnsentMails {
  const client = useAdminClient();
  const toasts = useToasts();
  const [mails, setMails] = useState<UnsentMail[]>([]);
  const lookAgain = useRef(() => {});
  const awaited = useRef(new Set<string>());
  const key = [...new Set(rows.flatMap((row) => (row ? [row.id] : [])))].sort().join();
  const isSoon = mails.some((mail) => isTriedSoon(mail, new Date()));

  useEffect(() => {
    if (key === '') return;
    let current = true;
    const poller = createPoller({
      async look() {
        const found = await readUnsentMails(client, key.split(','));
        if (!current) return;
        setMails(found);
        const unsent = new Set(found.map(({ enquiry_id }) => enquiry_id));
        const gone = [...awaited.current].filter((id) => key.includes(id) && !unsent.has(id));
        for (const id of gone) awaited.current.delete(id);
        if (gone.length > 0) toasts.news('The e-mail has been sent.');
      },
      isVisible: () => document.visibilityState === 'visible',
      interval: isSoon ? interval.soon : interval.usual,
      pause: 0,
    });
    lookAgain.current = poller.look;
    return () => {
      current = false;
      poller.stop();
    };
  }, [client, key, isSoon, toasts]);

  const sendAgain = useCallback(
    async (enquiry: string) => {
      try {
        awaited.current.add(enquiry);
        const isWaiting = await retryMail(client, enquiry);
        if (isWaiting) toasts.news('The e-mail is sent again in a moment.');
        lookAgain.current();
      } catch (error) {
        logFailure('Could not have the e-mail sent again', error);
        toasts.failure('The e-mail could not be sent again. Please try again.');
      }
    },
    [client, toasts],
  );

  return { of: (enquiry) => mails.find((mail) => mail.enquiry_id === enquiry), sendAgain };
}
