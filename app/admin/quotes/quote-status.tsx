import { Badge } from '#app/ui/badge.tsx';

/** Whether a request waits for an answer. */
export function QuoteStatusBadge({ status }: { status: string }) {
  return status === 'pending' ? (
    <Badge tone="waiting">Pending</Badge>
  ) : (
    <Badge tone="done">Responded</Badge>
  );
}
