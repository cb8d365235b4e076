import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Skeleton, type SkeletonShape } from './skeleton.tsx';

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
          {isError && 'The list could not be brought up to date.'}
        </p>
        {children(data)}
      </>
    );
  }
  if (isError) {
    return (
      <div role="alert" className="py-16 text-center">
        <p className="mb-4">
          The {entityPlural} could not be loaded. Please try again in a moment.
        </p>
        <Button onClick={() => refetch()}>Try again</Button>
      </div>
    );
  }
  return <Skeleton shape={shape} label={loading} />;
}
