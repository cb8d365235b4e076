import type { Connection, PoolClient, Submittable } from 'pg';
import { type Batch, PreparedStatements, type TextRow, toTextRow } from './batch.ts';

type Callbacks = { resolve: (rows: TextRow[]) => void; reject: (error: Error) => void };

const preparedStatements = new WeakMap<PoolClient, PreparedStatements>();

/**
 * Sends a server all statements in one round trip. Up to `Sync` they are one transaction, and after an
 * error the rest is skipped
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 *
 * @returns the rows of the last statement, once they are committed
 */
export async function runServerBatch(client: PoolClient, batch: Batch): Promise<TextRow[]> {
  const prepared = preparedStatements.get(client) ?? new PreparedStatements();
  preparedStatements.set(client, prepared);
  try {
    return await new Promise<TextRow[]>((resolve, reject) => {
      client.query(new BatchQuery(batch, prepared, { resolve, reject }));
    });
  } catch (error) {
    prepared.forget(batch);
    throw error;
  }
}

/** What pg calls while it receives the results (pg/lib/query.js is its own). */
class BatchQuery implements Submittable {
  readonly #batch: Batch;
  readonly #prepared: PreparedStatements;
  readonly #callbacks: Callbacks;
  #names: string[] = [];
  #rows: TextRow[] = [];

  constructor(batch: Batch, prepared: PreparedStatements, callbacks: Callbacks) {
    this.#batch = batch;
    this.#prepared = prepared;
    this.#callbacks = callbacks;
  }

  submit(connection: Connection) {
    connection.stream.cork();
    for (const name of this.#prepared.takeNamesToClose())
      connection.close({ type: 'S', name }, true);
    const { role, statements } = this.#batch;
    for (const { sql, parameters } of statements) {
      const { name, isNew } = this.#prepared.prepare(role, sql);
      if (isNew) connection.parse({ name, text: sql, types: [] }, true);
      connection.bind({ statement: name, values: parameters }, true);
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
    this.#rows.push(toTextRow(this.#names, fields));
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
