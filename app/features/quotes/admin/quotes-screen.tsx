import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { DeletedLink, PageLinks, SearchField } from '#app/admin/lists/list-parts.tsx';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import {
  pageQueryString,
  useUrlParam,
  useUrlParams,
  useUrlSearch,
} from '#app/admin/lists/use-url-params.ts';
import { pollIntervalMs } from '#app/admin/query-client.ts';
import { Moment } from '#app/admin/records/detail-rows.tsx';
import { coveringLinkClass, PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { parsePageNumber } from '#app/lib/paginate.ts';
import { formatCents } from '#app/lib/prices.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { rowLinkProps } from '#app/ui/row-link.ts';
import { Table, type TableColumn } from '#app/ui/table.tsx';
import { FilterTabs } from '#app/ui/tabs.tsx';
import { type QuoteTab, quoteTabs } from '../quote-states.ts';
import { getListedCents } from '../quote-summaries.ts';
import { type Quote, readQuotePage } from '../quotes.ts';
import { QuoteStateBadge } from './quote-state-badge.tsx';

const tabLabels: Record<QuoteTab, string> = {
  all: 'All',
  draft: 'Draft',
  sent: 'Sent',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
};
const tabNames = Object.keys(quoteTabs) as QuoteTab[];

export const quoteColumns: TableColumn<Quote>[] = [
  {
    header: 'Customer',
    compact: 'name',
    className: 'xl:w-[28%]',
    cell: (quote) => (
      <Link
        to={`/admin/quote-builder/${quote.id}`}
        className={`font-semibold ${coveringLinkClass}`}
        {...rowLinkProps}
      >
        {quote.customer_name || (quote.erased_at ? 'Erased' : 'No name yet')}
      </Link>
    ),
  },
  {
    header: 'Quote',
    compact: 'what',
    cell: ({ number, title, content, ...quote }) => (
      <>
        <span>{`${number ?? 'Draft'}${content.type === 'estimate' ? ', estimate' : ''}`}</span>
        <span className="xl:hidden">
          {', '}
          <span className="money">{formatCents(getListedCents(quote))}</span>
        </span>
        {title && <span className="block text-ink-soft">{title}</span>}
      </>
    ),
  },
  {
    header: 'Total',
    compact: 'hidden',
    className: 'money',
    cell: (quote) => formatCents(getListedCents(quote)),
  },
  { header: 'Created', compact: 'when', cell: (quote) => <Moment at={quote.created_at} /> },
  { header: 'Status', compact: 'status', cell: (quote) => <QuoteStateBadge quote={quote} /> },
];

export default function QuotesScreen() {
  const client = useAdminClient();
  const [params] = useUrlParams();
  const [typed, setTyped] = useUrlSearch();
  const [tabParam, setTab] = useUrlParam('tab');
  const tab = tabNames.find((name) => name === tabParam) ?? 'all';
  const page = parsePageNumber(params.get('page'));
  const search = params.get('q') ?? '';
  const query = useQuery({
    queryKey: ['quotes', 'list', tab, search, page],
    queryFn: () => readQuotePage(client, { tab, search }, page),
    placeholderData: (previous) => previous,
    refetchInterval: pollIntervalMs,
  });

  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div>
          <PageHeader
            title="Quotes"
            intro="Customers read, accept or decline each quote at its own link."
          />
        </div>
        <div className="flex flex-wrap gap-3">
          <Link to="/admin/quote-builder/settings" className={buttonClass('secondary')}>
            Quote settings
          </Link>
          <Link to="/admin/quote-builder/new" className={buttonClass()}>
            <Plus aria-hidden className="size-5" />
            New quote
          </Link>
        </div>
      </div>
      <ListStates entityPlural="quotes" shape="rows" query={query}>
        {({ rows, pages, page: shown, counts }) => (
          <>
            <p className="mb-4 text-ink-soft">
              {`Open: ${formatCents(counts.openCents)}. Won: ${formatCents(counts.wonCents)}.`}
            </p>
            <SearchField
              entityPlural="quotes"
              value={typed}
              onChange={setTyped}
              all={counts.tabs.all}
              found={search ? counts.tabs[tab] : counts.tabs.all}
            />
            <FilterTabs
              label="Filter quotes"
              value={tab}
              onChange={(value) => setTab(value === 'all' ? '' : value)}
              tabs={tabNames.map((value) => ({
                value,
                label: tabLabels[value],
                count: counts.tabs[value],
              }))}
            >
              {rows.length === 0 ? (
                <p className="py-12 text-center text-ink-soft">
                  {search ? 'No matches in this tab.' : 'No quotes here yet.'}
                </p>
              ) : (
                <Table caption="Quotes" columns={quoteColumns} rows={rows} />
              )}
              <PageLinks
                page={shown}
                pages={pages}
                getQueryString={(next) => pageQueryString(params, next)}
                onTurn={() => window.scrollTo(0, 0)}
              />
            </FilterTabs>
          </>
        )}
      </ListStates>
      <DeletedLink table="quotes" />
    </>
  );
}
