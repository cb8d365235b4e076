import { type PGlite, protocol } from '@electric-sql/pglite';
import { type Batch, PreparedStatements, type TextRow, toTextRow } from './database.ts';

const { serialize } = protocol;

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];

/**
 * Creates a function that sends PGlite all statements of a batch in one message. Up to `Sync` they are
 * one transaction, and after an error the rest is skipped
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 *
 * The function resolves to the rows of the last statement. It rejects with PostgreSQL's error, or with a
 * PANIC if the result is incomplete.
 */
export function createBatchRunner(pglite: PGlite): (batch: Batch) => Promise<TextRow[]> {
  const prepared = new PreparedStatements();
  return (batch) =>
    pglite.runExclusive(async () => {
      try {
        const messages = await pglite.execProtocolStream(createMessage(batch, prepared));
        const done = messages.filter(({ name }) => name === 'commandComplete');
        if (done.length < batch.statements.length) throw incompleteError();
        return readLastRows(messages);
      } catch (error) {
        prepared.forget(batch);
        throw error;
      }
    });
}

/** The error for a WebAssembly trap, which PGlite swallows. */
export function incompleteError(): Error {
  const error = new Error('The database aborted a statement');
  return Object.assign(error, { severity: 'PANIC', code: 'XX000' });
}

function createMessage({ role, statements }: Batch, prepared: PreparedStatements): Uint8Array {
  const parts = statements.flatMap(({ sql, parameters }) => {
    const { name, isNew } = prepared.prepare(role, sql);
    return [
      ...(isNew ? [serialize.parse({ name, text: sql })] : []),
      serialize.bind({ statement: name, values: parameters }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
    ];
  });
  const closing = prepared.takeNamesToClose().map((name) => serialize.close({ type: 'S', name }));
  return Buffer.concat([...closing, ...parts, serialize.sync()]);
}

function readLastRows(messages: Message[]): TextRow[] {
  let names: string[] = [];
  let rows: TextRow[] = [];
  for (const message of messages) {
    if (message instanceof protocol.messages.RowDescriptionMessage) {
      names = message.fields.map(({ name }) => name);
      rows = [];
    } else if (message instanceof protocol.messages.DataRowMessage) {
      rows.push(toTextRow(names, message.fields));
    }
  }
  return rows;
}
