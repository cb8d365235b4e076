import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import type { Client } from '#app/lib/client.ts';

/** `file` is the end of the names of CSV files. */
export type ChartProps = { days: string[]; file: string };

/** A query of the chosen period. The former one stays until the next has arrived. */
export function useVisits<Data>(
  days: string[],
  name: string,
  read: (client: Client) => Promise<Data>,
) {
  const client = useAdminClient();
  return useQuery({
    queryKey: ['daily_visits', name, days[0], days.at(-1)],
    queryFn: () => read(client),
    placeholderData: keepPreviousData,
  });
}

type SectionProps<Data> = {
  title: string;
  intro?: ReactNode;
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
};

export function Section<Data>({ title, intro, query, children }: SectionProps<Data>) {
  return (
    <FormSection title={title} intro={intro}>
      <ListStates entityPlural="numbers" loading={`Loading ${title}`} shape="text" query={query}>
        {(data) => (
          <div aria-busy={query.isPlaceholderData} className="aria-busy:opacity-60">
            {children(data)}
          </div>
        )}
      </ListStates>
    </FormSection>
  );
}
