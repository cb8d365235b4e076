import { FolderOpen, Inbox, type LucideIcon, MessageSquareQuote, Star } from 'lucide-react';
import { Link } from 'react-router';
import { coveringLinkClass } from '../lists/open-link.tsx';
import type { Statistics } from './dashboard-counts.ts';

export function StatCards({ statistics }: { statistics: Statistics }) {
  const { quoteRequests, contacts, projects, reviews, newQuoteRequests, newContacts } = statistics;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <StatCard
        label="Total Quote Requests"
        to="/admin/quotes"
        count={quoteRequests}
        recent={newQuoteRequests}
        Icon={MessageSquareQuote}
      />
      <StatCard
        label="Contact Submissions"
        to="/admin/contacts"
        count={contacts}
        recent={newContacts}
        Icon={Inbox}
      />
      <StatCard label="Past Projects" to="/admin/projects" count={projects} Icon={FolderOpen} />
      <StatCard label="Customer Reviews" to="/admin/reviews" count={reviews} Icon={Star} />
    </dl>
  );
}

type StatCardProps = {
  label: string;
  to: string;
  count: number;
  recent?: number;
  Icon: LucideIcon;
};

function StatCard({ label, to, count, recent = 0, Icon }: StatCardProps) {
  return (
    <div className="relative flex min-w-0 flex-col rounded-md border border-line bg-sheet p-4 hover:border-ink sm:p-5">
      <dt className="flex flex-1 items-start justify-between gap-2 text-ink-soft leading-snug">
        <Link to={to} className={coveringLinkClass}>
          {label}
        </Link>
        <Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
      </dt>
      <dd className="mt-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="display text-4xl tabular-nums">{count.toLocaleString('en-CA')}</span>
        {recent > 0 && (
          <span className="font-semibold text-moss text-sm">
            {`+${recent.toLocaleString('en-CA')} this week`}
          </span>
        )}
      </dd>
    </div>
  );
}
