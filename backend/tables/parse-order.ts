import { notEmbedded } from './errors.ts';
import type { OrderTerm } from './query.ts';
import { Scanner } from './scanner.ts';

/**
 * Parses the `order` parameter: `column.desc.nullslast,column->>key`.
 *
 * @throws TablesError PGRST100, PGRST108 (order by an embedded resource)
 */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order');
  const terms: OrderTerm[] = [];
  do {
    terms.push(parseTerm(scanner));
  } while (scanner.take(','));
  scanner.expectEnd();
  return terms;
}

function parseTerm(scanner: Scanner): OrderTerm {
  const field = scanner.takeField();
  if (scanner.startsWith('(')) throw notEmbedded(field.column);
  const direction = scanner.take('.asc') ? 'asc' : scanner.take('.desc') ? 'desc' : undefined;
  const nulls = scanner.take('.nullsfirst')
    ? 'nullsfirst'
    : scanner.take('.nullslast')
      ? 'nullslast'
      : undefined;
  scanner.skipSpace();
  if (!scanner.atEnd && !scanner.startsWith(',')) {
    throw scanner.failure('asc, desc, nullsfirst, nullslast, "," or end of input');
  }
  return { field, direction, nulls };
}
