import { Link } from 'react-router';
import { listQuoteMoments, readOldestPending, readStatistics } from '#app/data/dashboard.ts';
import { countUnsentMails } from '#app/data/enquiry-mails.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { activityWindow, countByWeek } from '#app/domain/enquiries/weeks.ts';
import { formatTime } from '#app/domain/format/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { FormSection } from '../form-section.tsx';
import { useReading } from '../lists/use-reading.ts';
import { PlainScreen } from '../plain-screen.tsx';
import { adminMeta } from '../robots.ts';
import { LongestWait } from './longest-wait.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { StatCards } from './stat-cards.tsx';
import { UnsentNote } from './unsent-note.tsx';
import { useRefresh } from './use-refresh.ts';
import { WeeklyChart } from './weekly-chart.tsx';

export const meta = () => adminMeta('Dashboard');

/** How many weeks the chart shows. */
const chartedWeeks = 12;

/** Milliseconds after which the numbers are read anew. */
const refreshInterval = 60_000;

async function readDashboard(client: Client) {
  const now = new Date();
  const [statistics, oldest, moments, unsent] = await Promise.all([
    readStatistics(client, now),
    readOldestPending(client),
    listQuoteMoments(client, new Date(now.getTime() - chartedWeeks * activityWindow)),
    countUnsentMails(client),
  ]);
  return { now, statistics, oldest, unsent, weeks: countByWeek(moments, chartedWeeks, now) };
}

/** How things stand, and what is done most. */
export default function DashboardScreen() {
  const { state, reload } = useReading(readDashboard, {
    failure: 'Could not read the statistics',
    keepsStale: true,
  });
  useRefresh(reload, refreshInterval);

  return (
    <>
      <div className="mb-5">
        <PlainScreen title="Dashboard" intro="Welcome to your admin dashboard" />
      </div>
      {state.is === 'loading' && (
        <div className="grid place-items-center py-16">
          <Spinner label="Loading the statistics" />
        </div>
      )}
      {state.is === 'failed' && (
        <div role="alert" className="py-10 text-center">
          <p className="mb-4">The statistics could not be loaded. Please try again in a moment.</p>
          <Button onClick={reload}>Try again</Button>
        </div>
      )}
      {state.is === 'ready' && <StatCards statistics={state.value.statistics} />}
      {state.is === 'ready' && <UnsentNote count={state.value.unsent} />}
      <p role="status" className="mt-2 text-ink-soft text-sm empty:hidden">
        {state.is === 'ready' &&
          state.stale &&
          `These numbers are from ${formatTime(state.value.now)}: they can't be read anew at the moment.`}
      </p>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-2">
        <div className="grid gap-5">
          <FormSection title="Quick Actions">
            <QuickActions onChanged={reload} />
          </FormSection>
          {state.is === 'ready' && (
            <FormSection title="Recent Activity">
              <RecentActivity {...state.value.statistics} />
              <p className="mt-3 -mb-2">
                <Link to="/admin/activity" className="drawn-link inline-flex min-h-11 items-center">
                  Activity log
                </Link>
              </p>
            </FormSection>
          )}
        </div>
        {state.is === 'ready' && (
          <div className="grid gap-5">
            <FormSection title="Oldest Unanswered Request">
              <LongestWait request={state.value.oldest} now={state.value.now} />
            </FormSection>
            <FormSection title="Quote Requests per Week">
              <WeeklyChart weeks={state.value.weeks} />
            </FormSection>
          </div>
        )}
      </div>
    </>
  );
}
