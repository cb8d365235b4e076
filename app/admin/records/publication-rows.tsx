import { ExternalLink, Globe, GlobeLock, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDay, formatMoment } from '#app/lib/dates.ts';
import { getPublicationState } from '#app/lib/publication.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { TableColumn } from '#app/ui/table.tsx';
import {
  OpenLink,
  RowAction,
  RowActionFace,
  RowActionList,
  RowMenu,
  rowActionClass,
} from '../lists/row-actions.tsx';
import { coveringLinkClass } from '../screen-parts.tsx';

/** A post or a page, which visitors see once it is published and its date has come. */
type PublishedRow = {
  id: string;
  title: string;
  is_published: boolean;
  published_at: string | null;
  created_at: string;
};

const getState = (row: PublishedRow) => getPublicationState(row, new Date());

export const describePublication = ({ title, is_published }: PublishedRow) =>
  `${title} is ${is_published ? 'published' : 'no longer published'}.`;

type PublicationActionsProps = {
  row: PublishedRow;
  busy: boolean;
  /** The URL of the public page. */
  href: string;
  /** Replaces View until visitors see the row. */
  preview: { label: string; Icon: LucideIcon; onClick: () => void };
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

export function PublicationActions(props: PublicationActionsProps) {
  const { row, busy, href, preview, onToggle, onEdit, onDelete } = props;
  const { title } = row;
  const isShown = getState(row) === 'published';
  const view = { label: 'View', Icon: ExternalLink, href };
  const toggle = {
    label: row.is_published ? 'Unpublish' : 'Publish',
    Icon: row.is_published ? GlobeLock : Globe,
    busy,
    onClick: onToggle,
  };
  const edit = { label: 'Edit', Icon: Pencil, onClick: onEdit };
  const deletion = { label: 'Delete', Icon: Trash2, onClick: onDelete };
  return (
    <RowActionList>
      {isShown ? (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label={`View: ${title}, opens in a new tab`}
          title="View"
          className={`${rowActionClass} max-sm:hidden`}
        >
          <RowActionFace {...view} />
        </a>
      ) : (
        <RowAction {...preview} what={title} className="max-sm:hidden" />
      )}
      <RowAction {...toggle} what={title} className="max-sm:hidden" />
      <RowAction {...edit} what={title} className="max-sm:hidden" />
      <RowAction {...deletion} what={title} iconOnly className="max-sm:hidden" />
      <RowMenu what={title} items={[isShown ? view : preview, toggle, edit, deletion]} />
    </RowActionList>
  );
}

type TitleLinkProps = { row: PublishedRow; onOpen: (row: PublishedRow) => void };

/** The title, which opens the row. */
export function TitleLink({ row, onOpen }: TitleLinkProps) {
  return (
    <OpenLink id={row.id} onOpen={() => onOpen(row)} className={coveringLinkClass}>
      <span className="line-clamp-3 font-semibold xl:group-hover:underline">{row.title}</span>
    </OpenLink>
  );
}

/** The columns after those that only posts or only pages have. */
export const getPublicationColumns = <Row extends PublishedRow>(
  renderActions: (row: Row) => ReactNode,
): TableColumn<Row>[] => [
  {
    header: 'Status',
    compact: 'status',
    cell: (row) => {
      const state = getState(row);
      if (state === 'published') return <Badge tone="done">Published</Badge>;
      return <Badge tone="plain">{state === 'scheduled' ? 'Scheduled' : 'Draft'}</Badge>;
    },
  },
  {
    header: 'Date',
    compact: 'when',
    cell: (row) => {
      const moment = row.published_at ?? row.created_at;
      const isScheduled = getState(row) === 'scheduled';
      return (
        <time
          dateTime={moment}
          className={`max-xl:text-sm ${isScheduled ? '' : 'whitespace-nowrap'}`}
        >
          {isScheduled ? formatMoment(moment) : formatDay(moment)}
        </time>
      );
    },
  },
  { header: 'Actions', compact: 'actions', cell: renderActions },
];
