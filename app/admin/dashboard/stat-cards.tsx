import { FolderOpen, type LucideIcon, Mail, MessageSquareQuote, Star } from 'lucide-react';
import type { Statistics } from '#app/data/dashboard.ts';

export function StatCards({ statistics }: { statistics: Statistics }) {
  const { quotes, contacts, projects, reviews, newQuotes, newContacts } = statistics;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <StatCard
        label="Total Quote Requests"
        count={quotes}
        recent={newQuotes}
        Icon={MessageSquareQuote}
      />
      <StatCard label="Contact Submissions" count={contacts} recent={newContacts} Icon={Mail} />
      <StatCard label="Past Projects" count={projects} Icon={FolderOpen} />
      <StatCard label="Customer Reviews" count={reviews} Icon={Star} />
    </dl>
  );
}

type StatCardProps = { label: string; count: number; recent?: number; Icon: LucideIcon };

function StatCard({ label, count, recent = 0, Icon }: StatCardProps) {
  return (
    <div className="flex min-w-0 flex-col rounded-md border border-line bg-sheet p-4 sm:p-5">
      <dt className="flex flex-1 items-start justify-between gap-2 text-ink-soft leading-snug">
        {label}
        <Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
      </dt>
      <dd className="mt-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="display text-4xl tabular-nums">{count.toLocaleString('en-CA')}</span>
        {recent > 0 && (
          <span className="font-semibold text-moss text-sm">
            +{recent.toLocaleString('en-CA')} this week
          </span>
        )}
      </dd>
    </div>
  );
}
