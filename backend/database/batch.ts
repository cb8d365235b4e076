/** Statements that make one transaction, run as one role; one that is read-only changes nothing. */
export type Batch = { role: string; readOnly: boolean; statements: BatchStatement[] };

/** One statement of a batch; each parameter is a text that the statement casts to its type. */
export type BatchStatement = { sql: string; parameters: (string | null)[] };

/** A row with its values as PostgreSQL writes them; long values as their UTF-8 bytes. */
export type TextRow = Record<string, string | Uint8Array<ArrayBuffer> | null>;

/**
 * The number of characters from which on a value is encoded once, where it was read. A response of
 * 4 MB sent as a string is encoded twice on the main thread and takes 30 ms of it.
 */
const minEncodedLength = 16_384;
const encoder = new TextEncoder();

/** A row of the values in the order of its columns' names. */
export function rowOf(names: string[], values: (string | null)[]): TextRow {
  return Object.fromEntries(names.map((name, index) => [name, toValue(values[index] ?? null)]));
}

function toValue(value: string | null): TextRow[string] {
  // Not by Buffer.from, whose memory may be Node's pool, which can't be moved between threads.
  return value !== null && value.length >= minEncodedLength ? encoder.encode(value) : value;
}

/** The parameters of a compiled query as texts. @throws TypeError for what has no one text */
export function textParameters(parameters: readonly unknown[]): (string | null)[] {
  return parameters.map((parameter) => {
    if (parameter === null || typeof parameter === 'string') return parameter;
    throw new TypeError(`A parameter of a batch is no text, but ${typeof parameter}`);
  });
}
