import { type PGlite, protocol } from '@electric-sql/pglite';
import { type Batch, rowOf, type TextRow } from './batch.ts';
import { PreparedStatements } from './prepared-statements.ts';

const { serialize } = protocol;

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];

/**
 * Makes the function that gives PGlite all statements of a batch in one message. Up to its `Sync`
 * they are one transaction, and after an error none of the rest is carried out
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 *
 * The function resolves to the rows of the last statement. It throws what PostgreSQL raised, and a
 * PANIC where that broke off before its end.
 */
export function batchesOver(pglite: PGlite): (batch: Batch) => Promise<TextRow[]> {
  const prepared = new PreparedStatements();
  return (batch) =>
    pglite.runExclusive(async () => {
      try {
        const messages = await pglite.execProtocolStream(messageOf(batch, prepared));
        const done = messages.filter(({ name }) => name === 'commandComplete');
        if (done.length < batch.statements.length) throw brokenOff();
        return lastRows(messages);
      } catch (error) {
        prepared.forget(batch);
        throw error;
      }
    });
}

/** For where PGlite swallows a trap of the WebAssembly module, and its answer lacks the end. */
export function brokenOff(): Error {
  const error = new Error('The database broke a statement off');
  return Object.assign(error, { severity: 'PANIC', code: 'XX000' });
}

function messageOf({ role, statements }: Batch, prepared: PreparedStatements): Uint8Array {
  const parts = statements.flatMap(({ sql, parameters }) => {
    const { name, isNew } = prepared.prepare(role, sql);
    return [
      ...(isNew ? [serialize.parse({ name, text: sql })] : []),
      serialize.bind({ statement: name, values: parameters }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
    ];
  });
  const closing = prepared.takeLeaving().map((name) => serialize.close({ type: 'S', name }));
  return Buffer.concat([...closing, ...parts, serialize.sync()]);
}

function lastRows(messages: Message[]): TextRow[] {
  let names: string[] = [];
  let rows: TextRow[] = [];
  for (const message of messages) {
    if (message instanceof protocol.messages.RowDescriptionMessage) {
      names = message.fields.map(({ name }) => name);
      rows = [];
    } else if (message instanceof protocol.messages.DataRowMessage) {
      rows.push(rowOf(names, message.fields));
    }
  }
  return rows;
}
