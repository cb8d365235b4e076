import type { Statistics } from '#app/data/dashboard.ts';

/** What came within the last seven days, in words. */
export function RecentActivity({ newQuotes, newContacts }: Statistics) {
  if (newQuotes === 0 && newContacts === 0) {
    return <p className="text-ink-soft">No recent activity</p>;
  }
  return (
    <ul className="divide-y divide-line">
      {newQuotes > 0 && (
        <li className="py-2 first:pt-0 last:pb-0">{newQuotes} new quote request(s) this week</li>
      )}
      {newContacts > 0 && (
        <li className="py-2 first:pt-0 last:pb-0">{newContacts} new contact(s) this week</li>
      )}
    </ul>
  );
}
