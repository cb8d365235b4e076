import { useEffect, useRef, useState } from 'react';

/** Milliseconds that the typing must rest. */
const rest = 250;

/**
 * A text while it is typed, and how it is set. `settle` gets it once the typing rests.
 *
 * @param value as it was settled last; where that changes on its own, as by the way back, the text
 * follows
 */
export function useSettledText(
  value: string,
  settle: (text: string) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const settled = useRef(value);
  const tell = useRef(settle);

  useEffect(() => {
    tell.current = settle;
  });
  useEffect(() => {
    if (typed === settled.current) return;
    const timer = setTimeout(() => {
      settled.current = typed;
      tell.current(typed);
    }, rest);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    if (value === settled.current) return;
    settled.current = value;
    setTyped(value);
  }, [value]);

  return [typed, setTyped];
}
