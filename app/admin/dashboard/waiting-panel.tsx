import type { UseQueryResult } from '@tanstack/react-query';
import { Check, Mail } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { formatMoment } from '#app/domain/format/dates.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { useFocusFallback } from '../lists/return-focus.ts';

type WaitingEnquiry = {
  name: string;
  about: string;
  text: string;
  replyHref: string;
};

type WaitingPanelProps<Row> = {
  title: string;
  entityPlural: string;
  /** The text if nothing is waiting. */
  empty: string;
  query: UseQueryResult<Row[]>;
  describe: (row: Row) => WaitingEnquiry;
  /** Sets the answered status of an enquiry, which then leaves the list. */
  settle: { label: string; run: (row: Row) => void; isBusy: (id: string) => boolean };
  all: { label: string; to: string };
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

/** The newest waiting enquiries, over the dashboard. */
export function WaitingPanel<Row extends { id: string; created_at: string }>(
  props: WaitingPanelProps<Row>,
) {
  const { title, entityPlural, empty, query, describe, settle, all } = props;
  const top = useRef<HTMLDivElement>(null);

  const ids = useMemo(() => query.data?.map(({ id }) => id) ?? [], [query.data]);
  useFocusFallback(ids, () => top.current?.focus());

  return (
    <Dialog
      open
      size="lg"
      title={title}
      onClose={props.onClose}
      finalFocus={props.finalFocus}
      footer={
        <Link to={all.to} className={buttonClass('secondary', 'w-full sm:w-auto')}>
          {all.label}
        </Link>
      }
    >
      <div ref={top} tabIndex={-1} className="outline-none">
        <ListStates entityPlural={entityPlural} query={query}>
          {(rows) =>
            rows.length === 0 ? (
              <p className="py-10 text-center text-ink-soft">{empty}</p>
            ) : (
              <ul className="divide-y divide-line">
                {rows.map((row) => (
                  <Enquiry key={row.id} at={row.created_at} {...describe(row)}>
                    <Button
                      variant="secondary"
                      className="flex-1 gap-1.5 px-2 aria-disabled:cursor-progress aria-disabled:opacity-60 sm:flex-none sm:px-4"
                      aria-disabled={settle.isBusy(row.id)}
                      aria-label={`${settle.label}: ${describe(row).name}`}
                      onClick={() => settle.run(row)}
                    >
                      <Check aria-hidden className="size-5" />
                      {settle.label}
                    </Button>
                  </Enquiry>
                ))}
              </ul>
            )
          }
        </ListStates>
      </div>
    </Dialog>
  );
}

type EnquiryProps = WaitingEnquiry & { at: string; children: ReactNode };

function Enquiry({ name, about, text, replyHref, at, children }: EnquiryProps) {
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold [overflow-wrap:anywhere]">{name}</h3>
        <time dateTime={at} className="text-ink-soft text-sm">
          {formatMoment(at)}
        </time>
      </div>
      <p className="text-ink-soft [overflow-wrap:anywhere]">{about}</p>
      <p className="mt-1 line-clamp-3 whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {children}
        <a
          href={replyHref}
          aria-label={`Reply via Email: ${name}`}
          className={buttonClass('secondary', 'flex-1 gap-1.5 px-2 sm:flex-none sm:px-4')}
        >
          <Mail aria-hidden className="size-5" />
          Reply via Email
        </a>
      </div>
    </li>
  );
}
