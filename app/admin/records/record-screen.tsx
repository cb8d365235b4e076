import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { KeptTable } from '#app/features/privacy/deleted-records.ts';
import { Button } from '#app/ui/button.tsx';
import { DeletedLink } from '../lists/deleted-link.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { PageLinks } from '../lists/page-links.tsx';
import { focusHeading, headingId } from '../lists/return-focus.ts';
import type { SkeletonShape } from '../lists/skeleton.tsx';
import { pageQueryString, useUrlSearch } from '../lists/use-url-params.ts';
import { SearchField } from './search-field.tsx';
import type { ShownPage } from './use-record-page.ts';

type RecordScreenProps<Row> = {
  title: string;
  entityPlural: string;
  addLabel: string;
  onAdd: () => void;
  actions?: ReactNode;
  query: UseQueryResult<ShownPage<Row>>;
  empty: string;
  deletedFrom: KeptTable;
  shape?: SkeletonShape;
  children: (page: ShownPage<Row>) => ReactNode;
};

export function RecordScreen<Row>(props: RecordScreenProps<Row>) {
  const { title, entityPlural, addLabel, onAdd, query, empty, shape = 'cards', children } = props;
  const [typed, setTyped] = useUrlSearch();
  const [params] = useSearchParams();

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 id={headingId} tabIndex={-1} className="display scroll-mt-6 text-3xl outline-none">
          {title}
        </h1>
        <div className="flex flex-wrap gap-3">
          {props.actions}
          <Button disabled={query.data === undefined} onClick={onAdd}>
            <Plus aria-hidden className="size-5" />
            {addLabel}
          </Button>
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
