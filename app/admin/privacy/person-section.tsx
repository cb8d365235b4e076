import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import {
  listNewsConsents,
  type NewsConsent,
  withdrawNewsConsent,
} from '#app/data/news-consents.ts';
import { formatDay, formatTime } from '#app/domain/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { DetailSection } from '../enquiries/detail.tsx';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';

/** Whether the sender of an enquiry wants news, the way to take that back, and to everything else of theirs. */
export function PersonSection({ email }: { email: string }) {
  const client = useAdminClient();
  const [consents, setConsents] = useState<NewsConsent[]>([]);
  const [status, setStatus] = useState('Loading...');

  useEffect(() => {
    let current = true;
    listNewsConsents(client, email).then(
      (read) => {
        if (!current) return;
        setConsents(read);
        setStatus(read.length === 0 ? 'Has not agreed to news by e-mail.' : '');
      },
      (error) => {
        logFailure('Could not read the consents to news', error);
        if (current) setStatus('Consents to news could not be loaded.');
      },
    );
    return () => {
      current = false;
    };
  }, [client, email]);

  async function withdraw(consent: NewsConsent) {
    try {
      const withdrawn = await withdrawNewsConsent(client, consent.id);
      setConsents((all) => all.map((one) => (one.id === withdrawn.id ? withdrawn : one)));
      setStatus('The consent is withdrawn.');
    } catch (error) {
      logFailure('Could not withdraw a consent', error);
      setStatus('The consent could not be withdrawn. Please try again.');
    }
  }

  return (
    <DetailSection title="News by e-mail">
      <ul className="grid gap-3">
        {consents.map((consent) => (
          <li key={consent.id}>
            <p>
              Agreed on {momentOf(consent.created_at)}, in the {consent.source} form
              {consent.withdrawn_at && `; withdrawn on ${momentOf(consent.withdrawn_at)}`}
            </p>
            <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
              “{consent.wording}”{consent.asked_by && ` Asked by ${consent.asked_by}`}
            </p>
            {!consent.withdrawn_at && (
              <Button variant="secondary" className="mt-2" onClick={() => withdraw(consent)}>
                Withdraw consent
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="text-ink-soft">
        {status}
      </p>
      <p className="mt-2">
        <Link
          to="/admin/privacy"
          state={{ email }}
          className="drawn-link inline-flex min-h-11 items-center"
        >
          Export or erase everything of this person
        </Link>
      </p>
    </DetailSection>
  );
}

function momentOf(moment: string): string {
  return `${formatDay(moment)}, ${formatTime(moment)}`;
}
