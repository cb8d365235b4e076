import type { UseQueryResult } from '@tanstack/react-query';
import { type LucideIcon, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { KeptTable } from '#app/features/privacy/deleted-records.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { getPublicationState } from '#app/lib/publication.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { FilterTabs } from '#app/ui/tabs.tsx';
import { DeletedLink, PageLinks, SearchField } from '../lists/list-parts.tsx';
import { ListStates, type SkeletonShape } from '../lists/list-states.tsx';
import { focusHeading, headingId, useFocusFallback } from '../lists/return-focus.ts';
import { OpenLink, RowMenu } from '../lists/row-actions.tsx';
import { pageQueryString, useUrlParam, useUrlSearch } from '../lists/use-url-params.ts';
import { coveringLinkClass } from '../screen-parts.tsx';
import type { RecordTab, ShownPage } from './use-records.tsx';

type ScreenAction = { label: string; Icon: LucideIcon; onClick: () => void };

type RecordScreenProps<Row> = {
  title: string;
  entityPlural: string;
  addLabel: string;
  onAdd: () => void;
  /** What else can be done with all records: in a menu on a phone, so that the search is near the top. */
  actions?: readonly ScreenAction[];
  query: UseQueryResult<ShownPage<Row>>;
  empty: string;
  deletedFrom: KeptTable;
  shape?: SkeletonShape;
  children: (page: ShownPage<Row>) => ReactNode;
};

export function RecordScreen<Row>(props: RecordScreenProps<Row>) {
  const { title, entityPlural, addLabel, onAdd, actions = [], query, empty } = props;
  const { shape = 'cards', children } = props;
  const [typed, setTyped] = useUrlSearch();
  const [params] = useSearchParams();

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 id={headingId} tabIndex={-1} className="display scroll-mt-6 text-3xl outline-none">
          {title}
        </h1>
        <div className="flex flex-wrap gap-3">
          {actions.map(({ label, Icon, onClick }) => (
            <Button key={label} variant="secondary" className="max-sm:hidden" onClick={onClick}>
              <Icon aria-hidden className="size-5" />
              {label}
            </Button>
          ))}
          <Button disabled={query.data === undefined} onClick={onAdd}>
            <Plus aria-hidden className="size-5" />
            {addLabel}
          </Button>
          {actions.length > 0 && <RowMenu what={title} items={actions} className="self-center" />}
        </div>
      </div>
      <ListStates entityPlural={entityPlural} shape={shape} query={query}>
        {(page) => {
          if (page.total === 0) return <p className="py-16 text-center text-ink-soft">{empty}</p>;
          return (
            <>
              <SearchField
                entityPlural={entityPlural}
                value={typed}
                searching={page.query.search.trim() !== ''}
                onChange={setTyped}
                all={page.total}
                found={page.found.all}
              />
              {children(page)}
              <PageLinks
                page={page.page}
                pages={page.pages}
                getQueryString={(number) => pageQueryString(params, number)}
                onTurn={focusHeading}
              />
            </>
          );
        }}
      </ListStates>
      <DeletedLink table={props.deletedFrom} />
    </>
  );
}

type TabbedRowsProps<Row> = {
  label: string;
  tabs: readonly RecordTab[];
  page: ShownPage<Row>;
  children: (rows: Row[]) => ReactNode;
};

export function TabbedRows<Row extends { id: string }>(props: TabbedRowsProps<Row>) {
  const { label, tabs, page, children } = props;
  const [, setTab] = useUrlParam('tab');
  const { rows, found, query } = page;
  const tab = tabs.find(({ flagged }) => flagged === query.flagged);
  const countRows = ({ flagged }: RecordTab) =>
    flagged === undefined ? found.all : flagged ? found.flagged : found.unflagged;
  useFocusFallback(
    useMemo(() => rows.map(({ id }) => id), [rows]),
    focusHeading,
  );

  return (
    <FilterTabs
      label={label}
      tabs={tabs.map((item) => ({ value: item.label, label: item.label, count: countRows(item) }))}
      value={tab?.label ?? ''}
      onChange={(chosen) => setTab(chosen === tabs[0]?.label ? '' : chosen.toLowerCase())}
    >
      {rows.length > 0 ? (
        children(rows)
      ) : (
        <p className="py-16 text-center text-ink-soft">
          {query.search.trim() ? 'Nothing here matches your search.' : tab?.empty}
        </p>
      )}
    </FilterTabs>
  );
}

type RecordCardProps = {
  id: string;
  title: string;
  image: ReactNode;
  badges: ReactNode;
  dimmed?: boolean;
  /** Selects the card for what is done with several. */
  checkbox?: ReactNode;
  actions?: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
  children: ReactNode;
};

/** For a card that is covered by its OpenLink and whose buttons adapt to its width. */
export const cardClass =
  '@container group relative flex min-w-0 flex-col rounded-md border border-line bg-sheet hover:border-ink';

export function RecordCard(props: RecordCardProps) {
  const { id, title, image, badges, dimmed = false, checkbox, actions } = props;
  const { onEdit, onDelete, children } = props;
  return (
    <article aria-label={title} className={cardClass}>
      <div className="relative aspect-4/3 overflow-hidden border-line border-b bg-pine">
        <div className={`size-full ${dimmed ? 'opacity-45 grayscale' : ''}`}>{image}</div>
        <div className="absolute top-2 left-2 flex flex-wrap gap-2">{badges}</div>
        {checkbox && (
          <div className="absolute top-2 right-2 z-1 flex rounded-md border border-line-firm bg-sheet">
            {checkbox}
          </div>
        )}
      </div>
      <div className="flex flex-1 flex-col p-4">
        <div className={`flex-1 ${dimmed ? 'text-ink-soft' : ''}`}>
          <h2 className="font-semibold text-lg leading-snug [overflow-wrap:anywhere]">
            <OpenLink id={id} onOpen={onEdit} className={coveringLinkClass}>
              {title}
            </OpenLink>
          </h2>
          {children}
        </div>
        <CardActions what={title} onEdit={onEdit} onDelete={onDelete}>
          {actions}
        </CardActions>
      </div>
    </article>
  );
}

type ListingBadgesProps = {
  row: { is_featured: boolean; is_active: boolean; published_at: string | null };
};

/** The badges of a shed or project, with the date from which visitors see it if that is to come. */
export function ListingBadges({ row }: ListingBadgesProps) {
  const { is_featured, is_active, published_at } = row;
  const isScheduled = getPublicationState(row, new Date()) === 'scheduled';
  return (
    <>
      {is_featured && <Badge tone="done">Featured</Badge>}
      {!is_active && <Badge tone="waiting">Inactive</Badge>}
      {isScheduled && published_at && (
        <Badge tone="plain">
          Scheduled: <time dateTime={published_at}>{formatMoment(published_at)}</time>
        </Badge>
      )}
    </>
  );
}

type CardActionsProps = {
  what: string;
  onEdit: () => void;
  onDelete: () => void;
  children: ReactNode;
};

export function CardActions({ what, onEdit, onDelete, children }: CardActionsProps) {
  const deletion = { label: 'Delete', Icon: Trash2, onClick: onDelete };
  return (
    <div className="relative z-1 mt-4 flex items-start justify-between gap-1.5">
      <div className="flex min-w-0 flex-wrap gap-1.5">
        {children}
        <CardAction label="Edit" what={what} Icon={Pencil} onClick={onEdit} />
      </div>
      <CardAction {...deletion} what={what} iconOnly />
    </div>
  );
}

type CardGridProps = { wide?: boolean; children: ReactNode };

export function CardGrid({ wide = false, children }: CardGridProps) {
  return (
    <div className={`grid gap-4 sm:grid-cols-2 ${wide ? '' : 'xl:grid-cols-3'}`}>{children}</div>
  );
}

type CardActionProps = {
  label: string;
  what: string;
  Icon: LucideIcon;
  onClick: () => void;
  busy?: boolean;
  iconOnly?: boolean;
};

export function CardAction(props: CardActionProps) {
  const { label, what, Icon, onClick, busy, iconOnly = false } = props;
  return (
    <button
      type="button"
      aria-label={`${label}: ${what}`}
      title={iconOnly ? label : undefined}
      aria-disabled={busy}
      onClick={onClick}
      className={`inline-flex min-h-11 items-center justify-center gap-2 rounded-md border border-line-firm px-3 font-medium hover:border-ink hover:bg-pine aria-disabled:cursor-progress aria-disabled:opacity-60 ${iconOnly ? '' : '@max-[24rem]:px-2'}`}
    >
      <Icon aria-hidden className={`size-5 ${iconOnly ? '' : '@max-[24rem]:hidden'}`} />
      {!iconOnly && <span>{label}</span>}
    </button>
  );
}

type ActiveSwitchProps = {
  active: boolean;
  what: string;
  busy: boolean;
  onToggle: () => void;
};

export function ActiveSwitch({ active, what, busy, onToggle }: ActiveSwitchProps) {
  const state = active ? 'Active' : 'Inactive';
  return (
    <button
      type="button"
      role="switch"
      aria-checked={active}
      aria-label={`${state}: ${what}`}
      aria-disabled={busy}
      onClick={onToggle}
      className="group inline-flex aria-disabled:cursor-progress aria-disabled:opacity-60 min-h-11 items-center gap-2.5 pr-2 font-medium"
    >
      <span
        aria-hidden
        className="flex h-6 w-11 rounded-full border border-line-firm bg-paper p-0.5 group-hover:border-ink group-aria-checked:justify-end group-aria-checked:border-moss group-aria-checked:bg-moss"
      >
        <span className="aspect-square h-full rounded-full bg-line-firm group-aria-checked:bg-white" />
      </span>
      <span>{state}</span>
    </button>
  );
}
