/**
 * A value that is made when it is first needed, and kept. For what takes long to make: a browser reads
 * the rules of a language for each Intl format, and a page that wakes up has no time for it.
 */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
