import fc from 'fast-check';
import { words } from './hostile-texts.ts';
import { hostile, mostly } from './request-case.ts';

const operators = [
  ...words('eq neq gt gte lt lte like ilike match imatch in is cs cd ov sl sr nxr nxl adj fts'),
  ...words('plfts phfts wfts isdistinct not.eq not.is not.in eq(any) like(all) match(any)'),
  ...words('not.imatch(all) not.not.eq fts(english) and or'),
];
const values = [
  ...[
    '1',
    'a',
    'null',
    'true',
    '(1,2)',
    '("a","b")',
    '{a,b}',
    '[1,2)',
    '{"a":1}',
    '*a*',
    '*a*_b_*c*d*',
    `${'*%_'.repeat(40)}`,
    '{"(?x)(a{2 5 5}){2 5 5}"}',
    '{{"(a\\{255}){255}"},{***:a}}',
    '(a|b){1,3}$',
    `(${'1,'.repeat(250)}1)`,
    '2024-01-01',
  ],
];

const count = mostly(
  ['0', '1', '10', '-1', '100000', '100001', '9223372036854775807', '99999999999999999999', '1e9'],
  9,
);

/** Query parameters for a table of these columns: filters, select lists, orders, ranges, trees. */
export function createParameter(columns: readonly string[]): fc.Arbitrary<string[]> {
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
