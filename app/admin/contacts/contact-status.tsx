import { Badge } from '#app/ui/badge.tsx';

/** Whether somebody has looked at a message. */
export function ContactStatusBadge({ status }: { status: string }) {
  return status === 'unread' ? (
    <Badge tone="waiting">Unread</Badge>
  ) : (
    <Badge tone="plain">Read</Badge>
  );
}
