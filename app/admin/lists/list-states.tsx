import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

type ListStatesProps<Value> = {
  /** What is read, for sentences such as 'The videos could not be loaded.' */
  things: string;
  /** What the spinner says; 'Loading' and the things where it is left out. */
  loading?: string;
  list: {
    state: { is: 'loading' } | { is: 'failed' } | { is: 'ready'; value: Value };
    reload: () => void;
  };
  /** What stands once it is there. */
  children: (value: Value) => ReactNode;
};

/** A list while it is read, where it could not be read, and once it is there. */
export function ListStates<Value>(props: ListStatesProps<Value>) {
  const { things, loading = `Loading ${things}`, list, children } = props;
  const { state, reload } = list;
  if (state.is === 'ready') return children(state.value);
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
      <Spinner label={loading} />
    </div>
  );
}
