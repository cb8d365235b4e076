import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { Button } from '#app/ui/button.tsx';

type ListStatesProps<Data> = {
  entityPlural: string;
  loading?: string;
  shape: SkeletonShape;
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'refetch'>;
  children: (data: Data) => ReactNode;
};

export function ListStates<Data>(props: ListStatesProps<Data>) {
  const { entityPlural, loading = `Loading ${entityPlural}`, shape, query, children } = props;
  const { data, isError, refetch } = query;
  const hasData = data !== undefined;
  const [rendersData, setRendersData] = useState(hasData);
  // The first rows are rendered in slices.
  useEffect(() => {
    if (hasData) startTransition(() => setRendersData(true));
  }, [hasData]);
  if (hasData && rendersData) {
    return (
      <>
        <p role="status" className="mb-3 font-medium text-barn empty:hidden">
          {isError && "Couldn't refresh the list."}
        </p>
        {children(data)}
      </>
    );
  }
  if (isError) {
    return (
      <div role="alert" className="py-16 text-center">
        <p className="mb-4">Couldn't load the {entityPlural}. Please try again.</p>
        <Button onClick={() => refetch()}>Try again</Button>
      </div>
    );
  }
  return <Skeleton shape={shape} label={loading} />;
}

export type SkeletonShape = 'rows' | 'cards' | 'form' | 'text';

const bar = 'block rounded-md bg-pine-deep';
const box = 'rounded-md border border-line bg-sheet p-4';

const counts: Record<SkeletonShape, number> = { rows: 8, cards: 6, form: 6, text: 3 };

export function Skeleton({ shape, label }: { shape: SkeletonShape; label: string }) {
  const Item = items[shape];
  const list = shape === 'cards' ? 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3' : 'grid gap-3';
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div aria-hidden data-skeleton className="animate-pulse motion-reduce:animate-none">
        {shape === 'rows' && (
          <div className="mb-4 flex gap-6 border-line border-b py-3.5">
            {[0, 1, 2].map((tab) => (
              <span key={tab} className={`${bar} h-4 w-20`} />
            ))}
          </div>
        )}
        <div className={list}>
          {Array.from({ length: counts[shape] }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items are equal and have no state
            <Item key={place} />
          ))}
        </div>
      </div>
    </div>
  );
}

const items: Record<SkeletonShape, () => ReactNode> = {
  rows: () => (
    <div className={`${box} flex items-center gap-6`}>
      <span className="grid flex-1 gap-2.5">
        <span className={`${bar} h-4 w-2/5 min-w-32`} />
        <span className={`${bar} h-3.5 w-3/5`} />
      </span>
      <span className={`${bar} h-6 w-20 shrink-0`} />
    </div>
  ),
  cards: () => (
    <div className={`${box} p-0`}>
      <span className="block aspect-4/3 border-line border-b bg-pine" />
      <span className="grid gap-2.5 p-4">
        <span className={`${bar} h-5 w-3/5`} />
        <span className={`${bar} h-3.5 w-2/5`} />
        <span className={`${bar} mt-3 h-10 w-full`} />
      </span>
    </div>
  ),
  form: () => (
    <div className="grid gap-2">
      <span className={`${bar} h-3.5 w-28`} />
      <span className="block h-12 rounded-md border border-line bg-sheet" />
    </div>
  ),
  text: () => (
    <div className="grid gap-2 py-2">
      <span className={`${bar} h-4 w-2/5`} />
      <span className={`${bar} h-3.5 w-4/5`} />
    </div>
  ),
};
