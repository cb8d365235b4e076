/** Statements that form one transaction, run as one role; one that is read-only changes nothing. */
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

/** Returns a row of values in the order of their columns' names. */
export function toTextRow(names: string[], values: (string | null)[]): TextRow {
  return Object.fromEntries(names.map((name, index) => [name, toValue(values[index] ?? null)]));
}

function toValue(value: string | null): TextRow[string] {
  // Not by Buffer.from, whose memory may be Node's pool, which can't be moved between threads.
  return value !== null && value.length >= minEncodedLength ? encoder.encode(value) : value;
}

/** Prepared statements of a connection; each takes some 50 kB of PostgreSQL's memory with its plan. */
const maxPrepared = 100;

/**
 * The statements that one connection has prepared, so that PostgreSQL parses and plans each of them
 * once (PostgREST does the same). Least recently used ones are closed.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  #toClose: string[] = [];
  #count = 0;

  /**
   * Returns the name of a statement, and whether it must be parsed under this name first. Each role has
   * its own plans, because its policies differ.
   */
  prepare(role: string, sql: string): { name: string; isNew: boolean } {
    const key = `${role} ${sql}`;
    const known = this.#names.get(key);
    this.#count += known ? 0 : 1;
    const name = known ?? `ridgeline_${this.#count}`;
    this.#names.delete(key);
    this.#names.set(key, name);
    const [oldest] = this.#names;
    if (oldest && this.#names.size > maxPrepared) this.#remove(...oldest);
    return { name, isNew: known === undefined };
  }

  /** After an error it is not known which statements PostgreSQL has prepared: they get other names. */
  forget({ role, statements }: Batch) {
    for (const { sql } of statements) {
      const key = `${role} ${sql}`;
      const name = this.#names.get(key);
      if (name) this.#remove(key, name);
    }
  }

  /** Returns the names to close with the next batch; PostgreSQL accepts unknown ones, too. */
  takeNamesToClose(): string[] {
    const names = this.#toClose;
    this.#toClose = [];
    return names;
  }

  #remove(key: string, name: string) {
    this.#names.delete(key);
    this.#toClose.push(name);
  }
}
