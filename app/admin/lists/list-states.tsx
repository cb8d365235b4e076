import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { Rows } from './use-rows.ts';

type ListStatesProps<Row> = {
  /** What is read, in the plural, for sentences such as 'Loading videos'. */
  things: string;
  list: Pick<Rows<Row>, 'state' | 'reload'>;
  /** What stands once the rows are there. */
  children: (rows: Row[]) => ReactNode;
};

/** A list while it is read, where it could not be read, and once it is there. */
export function ListStates<Row>({ things, list, children }: ListStatesProps<Row>) {
  const { state, reload } = list;
  if (state.is === 'ready') return children(state.rows);
  if (state.is === 'failed') {
    return (
      <div role="alert" className="py-16 text-center">
        <p className="mb-4">The {things} could not be loaded. Please try again in a moment.</p>
        <Button onClick={reload}>Try again</Button>
      </div>
    );
  }
  return (
    <div className="grid place-items-center py-20">
      <Spinner label={`Loading ${things}`} />
    </div>
  );
}
