import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

type ListStatesProps<Data> = {
  entityPlural: string;
  loading?: string;
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'refetch'>;
  children: (data: Data) => ReactNode;
};

export function ListStates<Data>(props: ListStatesProps<Data>) {
  const { entityPlural, loading = `Loading ${entityPlural}`, query, children } = props;
  const { data, isError, refetch } = query;
  if (data !== undefined) {
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
  return (
    <div className="grid place-items-center py-20">
      <Spinner label={loading} />
    </div>
  );
}
