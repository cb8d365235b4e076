/** Statements that make one transaction, run as one role. */
export type Batch = { role: string; statements: BatchStatement[] };

/** One statement of a batch; each parameter is a text that the statement casts to its type. */
export type BatchStatement = { sql: string; parameters: (string | null)[] };

/** A row with its values as PostgreSQL writes them. */
export type TextRow = Record<string, string | null>;

/** A row of the values in the order of its columns' names. */
export function rowOf(names: string[], values: (string | null)[]): TextRow {
  return Object.fromEntries(names.map((name, place) => [name, values[place] ?? null]));
}

/** The parameters of a compiled query as texts. @throws TypeError for what has no one text */
export function textParameters(parameters: readonly unknown[]): (string | null)[] {
  return parameters.map((parameter) => {
    if (parameter === null || typeof parameter === 'string') return parameter;
    throw new TypeError(`A parameter of a batch is no text, but ${typeof parameter}`);
  });
}
