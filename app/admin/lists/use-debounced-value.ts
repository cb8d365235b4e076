import { useEffect, useRef, useState } from 'react';

const debounceMs = 250;

/**
 * A text while it is typed, and its setter. `commit` gets it once the typing pauses; if the value
 * changes otherwise, as by the browser's Back, the text follows.
 */
export function useDebouncedValue(
  value: string,
  commit: (text: string) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const committed = useRef(value);
  const latestCommit = useRef(commit);

  useEffect(() => {
    latestCommit.current = commit;
  });
  useEffect(() => {
    if (typed === committed.current) return;
    const timer = setTimeout(() => {
      committed.current = typed;
      latestCommit.current(typed);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    if (value === committed.current) return;
    committed.current = value;
    setTyped(value);
  }, [value]);

  return [typed, setTyped];
}
