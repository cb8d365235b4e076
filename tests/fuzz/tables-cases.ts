import fc from 'fast-check';
import {
  caller,
  encoded,
  headerValue,
  hostile,
  jsonBody,
  mostly,
  type RequestCase,
  sendable,
  vocabulary,
} from './request-case.ts';

const { operators, values, columns: tables, routines } = vocabulary.tables;
const count = mostly(vocabulary.tables.counts, 9);

/** Query parameters for a table of these columns: filters, select lists, orders, ranges, trees. */
function createParameter(columns: readonly string[]): fc.Arbitrary<string[]> {
  const inside = columns.flatMap((name) => [`${name}->a`, `${name}->>0`, `${name}->-1->>b`]);
  const field = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...columns) },
    { weight: 2, arbitrary: fc.constantFrom(...inside) },
    { weight: 1, arbitrary: hostile },
  );
  const filter = fc.tuple(field, mostly(operators, 15), mostly(values));
  const filterText = filter.map(([name, operator, value]) => `${name}.${operator}.${value}`);
  const list = (item: fc.Arbitrary<string>, maxLength: number) =>
    fc.array(item, { minLength: 1, maxLength }).map((items) => items.join(','));
  const group = fc.letrec<{ all: string; one: string }>((tie) => ({
    all: list(
      fc.oneof({ weight: 4, arbitrary: filterText }, { weight: 1, arbitrary: tie('one') }),
      4,
    ).map((items) => `(${items})`),
    one: fc
      .tuple(fc.constantFrom('and', 'or', 'not.and', 'not.or'), tie('all'))
      .map((pair) => pair.join('')),
  })).all;
  const selected = list(
    fc.oneof(
      { weight: 8, arbitrary: field },
      { weight: 2, arbitrary: fc.constant('*') },
      { weight: 1, arbitrary: field.map((name) => `${name},again:${name}`) },
      { weight: 1, arbitrary: field.map((name) => `alias:${name}::text`) },
      { weight: 1, arbitrary: hostile.map((name) => `${name}!inner(*,id)`) },
      { weight: 1, arbitrary: field.map((name) => `${name}.sum()`) },
    ),
    4,
  );
  const direction = fc.constantFrom('', '.asc', '.desc', '.nullsfirst', '.desc.nullslast', '.x');
  const order = list(
    fc.tuple(field, direction).map((pair) => pair.join('')),
    6,
  );
  return fc.oneof(
    {
      weight: 6,
      arbitrary: filter.map(([name, operator, value]) => [name, `${operator}.${value}`]),
    },
    { weight: 3, arbitrary: selected.map((value) => ['select', value]) },
    { weight: 3, arbitrary: order.map((value) => ['order', value]) },
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom('limit', 'offset'), count) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom('and', 'or', 'not.or', 'a.or'), group) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('on_conflict', 'columns'), field) },
    { weight: 1, arbitrary: fc.tuple(hostile, hostile) },
  );
}

const headers = fc.dictionary(
  fc.constantFrom(...vocabulary.tables.headers),
  mostly(vocabulary.tables.headerValues).map(headerValue),
  { maxKeys: 3 },
);

const always = ['id', 'created_at', 'updated_at'];

/** A path with the columns of its table. */
const place = fc.oneof(
  {
    weight: 14,
    arbitrary: fc
      .constantFrom(...Object.entries(tables))
      .map(([path, columns]) => ({ path, columns: [...always, ...columns] })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...routines).map((name) => ({
      path: `rpc/${name}`,
      columns: [...vocabulary.tables.arguments, ...always],
    })),
  },
  { weight: 1, arbitrary: encoded(hostile).map((path) => ({ path, columns: always })) },
  {
    weight: 1,
    arbitrary: encoded(hostile).map((name) => ({ path: `rpc/${name}`, columns: always })),
  },
);
const methods = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'];

export const tablesCase: fc.Arbitrary<RequestCase> = place.chain(({ path, columns }) =>
  fc
    .record({
      caller,
      method: fc.constantFrom(...methods),
      query: fc.array(
        createParameter(columns).chain(([key = '', value = '']) =>
          fc.tuple(encoded(fc.constant(key)), encoded(fc.constant(value))),
        ),
        { maxLength: 3 },
      ),
      headers,
      body: jsonBody(columns),
    })
    .map(({ caller: who, method, query, headers: given, body }) => ({
      caller: who,
      method,
      target: sendable(`/rest/v1/${path}?${query.map((pair) => pair.join('=')).join('&')}`),
      headers: { 'content-type': 'application/json', ...given },
      ...(['GET', 'HEAD', 'OPTIONS'].includes(method) ? {} : { body }),
    })),
);
