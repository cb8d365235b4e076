import type { Connection, PoolClient, Submittable } from 'pg';
import type { BatchStatement, TextRow } from './batch.ts';

type Callbacks = { resolve: (rows: TextRow[]) => void; reject: (error: Error) => void };

/**
 * Sends a server all statements at once, and waits for it once. Up to `Sync` they are one transaction,
 * and after an error none of the rest is carried out
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 *
 * @returns the rows of the last statement, once they are committed
 */
export function runServerBatch(
  client: PoolClient,
  statements: BatchStatement[],
): Promise<TextRow[]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch(statements, { resolve, reject }));
  });
}

/** What pg calls back while the answers come in (pg/lib/query.js is its own). */
class Batch implements Submittable {
  readonly #statements: BatchStatement[];
  readonly #callbacks: Callbacks;
  #names: string[] = [];
  #rows: TextRow[] = [];

  constructor(statements: BatchStatement[], callbacks: Callbacks) {
    this.#statements = statements;
    this.#callbacks = callbacks;
  }

  submit(connection: Connection) {
    connection.stream.cork();
    for (const { sql, parameters } of this.#statements) {
      connection.parse({ name: '', text: sql, types: [] }, true);
      connection.bind({ values: parameters }, true);
      connection.describe({ type: 'P', name: '' }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: { name: string }[] }) {
    this.#names = fields.map(({ name }) => name);
    this.#rows = [];
  }

  handleDataRow({ fields }: { fields: (string | null)[] }) {
    this.#rows.push(
      Object.fromEntries(this.#names.map((name, place) => [name, fields[place] ?? null])),
    );
  }

  handleCommandComplete() {}

  handleEmptyQuery() {}

  handleError(error: Error) {
    this.#callbacks.reject(error);
  }

  handleReadyForQuery() {
    this.#callbacks.resolve(this.#rows);
  }
}
