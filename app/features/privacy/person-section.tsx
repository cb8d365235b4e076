import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DetailSection } from '#app/admin/records/detail-rows.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { isUnanswered } from '#app/lib/crud.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { listMarketingConsents, withdrawMarketingConsent } from './marketing-consents.ts';

export function PersonSection({ email }: { email: string }) {
  const client = useAdminClient();
  const table = 'marketing_consents';
  const {
    data: consents,
    isError,
    refetch,
  } = useQuery({
    queryKey: [table, email],
    queryFn: () => listMarketingConsents(client, email),
  });
  const withdrawal = useMutation({
    mutationKey: [table],
    mutationFn: (id: string) => withdrawMarketingConsent(client, id),
    onError: () => refetch(),
  });

  function getStatus() {
    if (withdrawal.isSuccess) return 'Consent withdrawn.';
    if (withdrawal.isError) {
      return isUnanswered(withdrawal.error)
        ? "The server didn't respond. Check whether the consent is withdrawn before you try again."
        : "Couldn't withdraw the consent. Please try again.";
    }
    if (consents) return consents.length === 0 ? "Hasn't agreed to news by email." : '';
    return isError ? "Couldn't load the news consents." : 'Loading...';
  }

  return (
    <DetailSection title="News by email">
      <ul className="grid gap-3">
        {consents?.map((consent) => (
          <li key={consent.id}>
            <p>
              Agreed on {formatMoment(consent.created_at)}, in the {consent.source} form
              {consent.withdrawn_at && `; withdrawn on ${formatMoment(consent.withdrawn_at)}`}
            </p>
            <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
              “{consent.wording}”{consent.requested_by && ` Asked by ${consent.requested_by}`}
            </p>
            {!consent.withdrawn_at && (
              <Button
                variant="secondary"
                className="mt-2 aria-disabled:opacity-60"
                aria-disabled={withdrawal.isPending}
                onClick={() => withdrawal.isPending || withdrawal.mutate(consent.id)}
              >
                Withdraw consent
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="text-ink-soft">
        {getStatus()}
      </p>
      <p className="mt-2">
        <Link
          to="/admin/privacy"
          state={{ email }}
          className="drawn-link inline-flex min-h-11 items-center"
        >
          Export or erase this person's data
        </Link>
      </p>
    </DetailSection>
  );
}
