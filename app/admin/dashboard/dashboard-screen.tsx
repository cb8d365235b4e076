import { useQuery } from '@tanstack/react-query';
import { FolderOpen, Inbox, type LucideIcon, MessageSquareQuote, Star } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { useQuoteLinks } from '#app/features/enquiries/admin/quote-links.tsx';
import type { QuoteRequest } from '#app/features/enquiries/quote-requests.ts';
import {
  activityWindow,
  countByWeek,
  formatDuration,
  replyPromiseMs,
} from '#app/features/enquiries/weeks.ts';
import {
  type QuoteSummary,
  readQuoteNews,
  readUnsettledQuotes,
} from '#app/features/quotes/quote-summaries.ts';
import type { Client } from '#app/lib/client.ts';
import { formatTime } from '#app/lib/dates.ts';
import { formatCents } from '#app/lib/prices.ts';
import { Button } from '#app/ui/button.tsx';
import { pollIntervalMs } from '../query-client.ts';
import { coveringLinkClass, FormSection, PageHeader } from '../screen-parts.tsx';
import { useAdminClient } from '../session.ts';
import {
  countUnsentMails,
  listQuoteRequestTimes,
  readOldestPending,
  readStatistics,
  type Statistics,
} from './dashboard-counts.ts';
import { QuickActions } from './quick-actions.tsx';

const QuoteNewsList = lazy(() =>
  import('./quote-news-list.tsx').then((module) => ({ default: module.QuoteNewsList })),
);
const WeeklyChart = lazy(async () => ({
  default: (await import('./weekly-chart.tsx')).WeeklyChart,
}));
const loadFirstSteps = () => import('./first-steps.tsx');
const loadDemonstration = () => import('./demonstration-notice.tsx');
const DemonstrationNotice = lazy(async () => ({
  default: (await loadDemonstration()).DemonstrationNotice,
}));
const MailChangeNotice = lazy(async () => ({
  default: (await import('./mail-change-notice.tsx')).MailChangeNotice,
}));
const FirstSteps = lazy(async () => ({ default: (await loadFirstSteps()).FirstSteps }));

const chartedWeeks = 12;
const maxQuotes = 5;

async function readDashboard(client: Client) {
  const now = new Date();
  const [statistics, oldest, moments, unsent, news, unsettled] = await Promise.all([
    readStatistics(client, now),
    readOldestPending(client),
    listQuoteRequestTimes(client, new Date(now.getTime() - chartedWeeks * activityWindow)),
    countUnsentMails(client),
    readQuoteNews(client, maxQuotes),
    readUnsettledQuotes(client, maxQuotes),
  ]);
  return {
    now,
    statistics,
    oldest,
    unsent,
    news,
    unsettled,
    weeks: countByWeek(moments, chartedWeeks, now),
  };
}

export default function DashboardScreen() {
  const client = useAdminClient();
  const {
    data: read,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['dashboard'],
    queryFn: () => readDashboard(client),
    refetchInterval: pollIntervalMs,
  });
  // The dashboard is of use without these.
  const steps = useQuery({
    queryKey: ['first-steps'],
    queryFn: async () => (await loadFirstSteps()).readStepCounts(client),
  });
  const demonstration = useQuery({
    queryKey: ['demonstration'],
    queryFn: async () => (await loadDemonstration()).readDemonstration(client),
  });
  const data = steps.isPending || demonstration.isPending ? undefined : read;

  return (
    <>
      <div className="mb-5">
        <PageHeader title="Dashboard" intro="Welcome to your admin dashboard" />
      </div>
      {!data && !isError && <DashboardSkeleton />}
      {isError && !data && (
        <div role="alert" className="py-10 text-center">
          <p className="mb-4">Couldn't load the statistics. Please try again.</p>
          <Button onClick={() => refetch()}>Try again</Button>
        </div>
      )}
      {data && (
        <Suspense>
          <MailChangeNotice />
        </Suspense>
      )}
      {data && demonstration.data && (
        <Suspense>
          <DemonstrationNotice demonstration={demonstration.data} />
        </Suspense>
      )}
      {data && <StatCards statistics={data.statistics} />}
      {data && <UnsentNote count={data.unsent} />}
      <p role="status" className="mt-2 text-ink-soft text-sm empty:hidden">
        {data &&
          isError &&
          `Showing numbers from ${formatTime(data.now)} because they couldn't be refreshed.`}
      </p>
      {data && steps.data && (
        <Suspense>
          <FirstSteps counts={steps.data} demonstration={demonstration.data} />
        </Suspense>
      )}
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-2">
        <div className="grid gap-5">
          <FormSection title="Quick Actions">
            <QuickActions />
          </FormSection>
          {data && (
            <FormSection title="Recent Activity">
              <RecentActivity {...data.statistics} />
              <p className="mt-3 -mb-2">
                <Link to="/admin/activity" className="drawn-link inline-flex min-h-11 items-center">
                  Activity log
                </Link>
              </p>
            </FormSection>
          )}
        </div>
        {data && (
          <div className="grid gap-5">
            <FormSection title="Oldest Unanswered Request">
              <LongestWait request={data.oldest} now={data.now} />
            </FormSection>
            <FormSection title="Customers' Answers and Questions">
              <Suspense>
                <QuoteNewsList news={data.news} />
              </Suspense>
            </FormSection>
            <FormSection title="Quotes Opened but Not Answered">
              <UnsettledQuotes quotes={data.unsettled} />
            </FormSection>
            <FormSection title="Quote Requests per Week">
              <Suspense>
                <WeeklyChart weeks={data.weeks} />
              </Suspense>
            </FormSection>
          </div>
        )}
      </div>
    </>
  );
}

function DashboardSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the statistics</span>
      <div
        aria-hidden
        data-skeleton
        className="grid animate-pulse grid-cols-2 gap-3 motion-reduce:animate-none sm:gap-4 xl:grid-cols-4"
      >
        {[0, 1, 2, 3].map((card) => (
          <div key={card} className="rounded-md border border-line bg-sheet p-4 sm:p-5">
            <span className="block h-4 w-3/5 rounded-md bg-pine-deep" />
            <span className="mt-4 block h-8 w-12 rounded-md bg-pine-deep" />
          </div>
        ))}
      </div>
    </div>
  );
}

type LongestWaitProps = { request: QuoteRequest | null; now: Date };

export function LongestWait({ request, now }: LongestWaitProps) {
  const renderQuoteLinks = useQuoteLinks(request ? [request] : []);
  if (!request) {
    return (
      <p className="text-ink-soft">No one is waiting. Every quote request has been answered.</p>
    );
  }
  const age = now.getTime() - Date.parse(request.created_at);
  const late = age > replyPromiseMs;
  return (
    <div className="relative -m-2 rounded-md p-2 hover:bg-pine">
      <p className="[overflow-wrap:anywhere]">
        <Link
          to={`/admin/quotes?open=${request.id}`}
          className={`drawn-link font-semibold ${coveringLinkClass}`}
        >
          {request.customer_name}
        </Link>{' '}
        ({request.project_type}) has waited{' '}
        <span className="font-semibold">{formatDuration(age)}</span>.
      </p>
      <div aria-hidden className="mt-3 h-2.5 border border-line-firm bg-paper">
        <div
          className={`h-full ${late ? 'bg-barn' : 'bg-moss'}`}
          style={{ width: `${Math.min(100, Math.max(2, (age / replyPromiseMs) * 100))}%` }}
        />
      </div>
      <p className={`mt-2 ${late ? 'font-semibold text-barn' : 'text-ink-soft'}`}>
        {late
          ? `${formatDuration(age - replyPromiseMs)} over the promised 24 hours.`
          : `${formatDuration(replyPromiseMs - age)} left of the promised 24 hours.`}
      </p>
      {renderQuoteLinks(request.id)}
    </div>
  );
}

export function UnsettledQuotes({ quotes }: { quotes: QuoteSummary[] }) {
  if (quotes.length === 0) {
    return <p className="text-ink-soft">No quotes are waiting for a customer's answer.</p>;
  }
  return (
    <ul className="divide-y divide-line">
      {quotes.map((quote) => (
        <li key={quote.id} className="py-1 first:pt-0 last:pb-0">
          <ActivityLink to={`/admin/quote-builder/${quote.id}`}>
            {`${quote.customer_name}, ${quote.number}: ${formatCents(quote.offered_cents ?? 0)}${quote.state === 'change_requested' ? ', change requested' : ''}`}
          </ActivityLink>
        </li>
      ))}
    </ul>
  );
}

function RecentActivity({ newQuoteRequests, newContacts }: Statistics) {
  if (newQuoteRequests === 0 && newContacts === 0) {
    return <p className="text-ink-soft">No recent activity</p>;
  }
  return (
    <ul className="divide-y divide-line">
      {newQuoteRequests > 0 && (
        <li className="py-1 first:pt-0 last:pb-0">
          <ActivityLink to="/admin/quotes">
            {`${newQuoteRequests} new quote request(s) this week`}
          </ActivityLink>
        </li>
      )}
      {newContacts > 0 && (
        <li className="py-1 first:pt-0 last:pb-0">
          <ActivityLink to="/admin/contacts">{`${newContacts} new contact(s) this week`}</ActivityLink>
        </li>
      )}
    </ul>
  );
}

function ActivityLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="drawn-link inline-flex min-h-11 items-center">
      {children}
    </Link>
  );
}

function UnsentNote({ count }: { count: number }) {
  return (
    <p role="status" className="mt-3 font-medium text-barn empty:hidden">
      {count > 0 && (
        <>
          <span>
            {count === 1 ? '1 email about an enquiry has' : `${count} emails about enquiries have`}
          </span>{' '}
          not been sent to you. See{' '}
          <Link to="/admin/quotes" className="drawn-link">
            Quote Requests
          </Link>{' '}
          and{' '}
          <Link to="/admin/contacts" className="drawn-link">
            Contact Messages
          </Link>{' '}
          for details.
        </>
      )}
    </p>
  );
}

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
