import { type PGlite, protocol } from '@electric-sql/pglite';
import type { BatchStatement, TextRow } from './batch.ts';

const { serialize } = protocol;

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];

/**
 * Gives PGlite all statements in one message. Up to its `Sync` they are one transaction, and after an
 * error none of the rest is carried out
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 *
 * @returns the rows of the last statement
 * @throws what PostgreSQL raised; a PANIC where it broke off before its end
 */
export function runPgliteBatch(pglite: PGlite, statements: BatchStatement[]): Promise<TextRow[]> {
  const parts = statements.flatMap(({ sql, parameters }) => [
    serialize.parse({ text: sql }),
    serialize.bind({ values: parameters }),
    serialize.describe({ type: 'P' }),
    serialize.execute({}),
  ]);
  const message = Buffer.concat([...parts, serialize.sync()]);
  return pglite.runExclusive(async () => {
    const messages = await pglite.execProtocolStream(message);
    if (messages.filter(({ name }) => name === 'commandComplete').length < statements.length) {
      throw brokenOff();
    }
    return lastRows(messages);
  });
}

/** For where PGlite swallows a trap of the WebAssembly module, and its answer lacks the end. */
export function brokenOff(): Error {
  const error = new Error('The database broke a statement off');
  return Object.assign(error, { severity: 'PANIC', code: 'XX000' });
}

function lastRows(messages: Message[]): TextRow[] {
  let names: string[] = [];
  let rows: TextRow[] = [];
  for (const message of messages) {
    if (message instanceof protocol.messages.RowDescriptionMessage) {
      names = message.fields.map(({ name }) => name);
      rows = [];
    } else if (message instanceof protocol.messages.DataRowMessage) {
      const { fields } = message;
      rows.push(Object.fromEntries(names.map((name, place) => [name, fields[place] ?? null])));
    }
  }
  return rows;
}
