import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import {
  listMarketingConsents,
  type MarketingConsent,
  withdrawMarketingConsent,
} from '#app/data/marketing-consents.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { formatMoment } from '#app/domain/format/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { DetailSection } from '../enquiries/detail.tsx';
import type { Reading } from '../lists/reading.ts';
import { useReading } from '../lists/use-reading.ts';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';

/**
 * Whether the sender of an enquiry wants news, the way to take that back, and to everything else of
 * theirs.
 */
export function PersonSection({ email }: { email: string }) {
  const client = useAdminClient();
  const { state, change } = useReading(
    useCallback((reader: Client) => listMarketingConsents(reader, email), [email]),
    { failure: 'Could not read the consents to news' },
  );
  const consents = state.is === 'ready' ? state.value : [];
  const [outcome, setOutcome] = useState<string>();

  async function withdraw(consent: MarketingConsent) {
    try {
      const withdrawn = await withdrawMarketingConsent(client, consent.id);
      change((all) => all.map((one) => (one.id === withdrawn.id ? withdrawn : one)));
      setOutcome('The consent is withdrawn.');
    } catch (error) {
      logFailure('Could not withdraw a consent', error);
      setOutcome('The consent could not be withdrawn. Please try again.');
    }
  }

  return (
    <DetailSection title="News by e-mail">
      <ul className="grid gap-3">
        {consents.map((consent) => (
          <li key={consent.id}>
            <p>
              Agreed on {formatMoment(consent.created_at)}, in the {consent.source} form
              {consent.withdrawn_at && `; withdrawn on ${formatMoment(consent.withdrawn_at)}`}
            </p>
            <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
              “{consent.wording}”{consent.requested_by && ` Asked by ${consent.requested_by}`}
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
        {outcome ?? tellConsents(state)}
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

function tellConsents(state: Reading<MarketingConsent[]>): string {
  if (state.is === 'loading') return 'Loading...';
  if (state.is === 'failed') return 'Consents to news could not be loaded.';
  return state.value.length === 0 ? 'Has not agreed to news by e-mail.' : '';
}
