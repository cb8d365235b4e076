/** Creates a value on first use: browsers need long for an Intl format, which delays hydration. */
export function lazy<Value>(create: () => Value): () => Value {
  let created: { value: Value } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
}
