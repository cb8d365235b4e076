import { describe, expect, it } from 'vitest';
import { HttpError } from '#backend/http-error.ts';
import { checkExpression, checkJson, parseArrayElements } from './cost-limits.ts';
import { parseArguments, parsePayload } from './parse-body.ts';
import { parseOrder, parseQuery, parseRange, parseSelect } from './parse-query.ts';
import { getAppliedPreferences, parsePreferences, parseShape } from './table-request.ts';

function getCode(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof HttpError) return error.code;
    throw error;
  }
  return 'no error';
}

const filter = (column: string, operation: object, negated = false) => ({
  type: 'filter',
  column,
  negated,
  operation,
});
const parseFilter = (key: string, value: string) =>
  parseQuery(new URLSearchParams([[key, value]]).toString()).conditions[0];

describe('parseSelect', () => {
  it('returns columns, aliases and the star', () => {
    expect(parseSelect('*, n:"a b" , first-name')).toEqual([
      '*',
      { column: 'a b', alias: 'n' },
      { column: 'first-name' },
    ]);
    for (const text of ['', ' ']) expect(parseSelect(text)).toEqual(['*']);
  });

  it.each([
    ['a,', 'PGRST100'],
    [',', 'PGRST100'],
    ['a b;c', 'PGRST100'],
    ['"open', 'PGRST100'],
    ['a::', 'PGRST127'],
    ['n:a::text', 'PGRST127'],
    ['a::regclass', 'PGRST127'],
    ['a->b', 'PGRST127'],
    ['n:"a"->>0', 'PGRST127'],
    ['other(*)', 'PGRST127'],
    ['...other(*)', 'PGRST127'],
    ['x:other!inner(id)', 'PGRST127'],
    ['count()', 'PGRST123'],
    ['a.sum()', 'PGRST123'],
    [`a${',a'.repeat(100)}`, 'PGRST100'],
  ])('rejects %s', (text, code) => {
    expect(getCode(() => parseSelect(text))).toBe(code);
  });
});

describe('parseQuery', () => {
  it('returns filters with negation, operators and lists', () => {
    const notEqual = filter('a', { operator: 'eq', value: 'x.y,z' }, true);
    expect(parseFilter('a', 'not.eq.x.y,z')).toEqual(notEqual);
    expect(parseFilter('a', 'in.(1,"b,\\"c\\\\",  d)')).toMatchObject({
      operation: { operator: 'in', values: ['1', 'b,"c\\', '  d'] },
    });
    expect(parseFilter('a', 'in.()')).toMatchObject({ operation: { values: [] } });
    expect(parseFilter('a', 'is.NOT_NULL')).toMatchObject({ operation: { value: 'not_null' } });
  });

  it('returns nested groups', () => {
    expect(parseFilter('not.or', '(a.eq.1, not.and(b.is.null,c.cs.{x,y}),d.eq."p,q)")')).toEqual({
      type: 'group',
      connective: 'or',
      negated: true,
      members: [
        filter('a', { operator: 'eq', value: '1' }),
        {
          type: 'group',
          connective: 'and',
          negated: true,
          members: [
            filter('b', { operator: 'is', value: 'null' }),
            filter('c', { operator: 'cs', value: '{x,y}' }),
          ],
        },
        filter('d', { operator: 'eq', value: 'p,q)' }),
      ],
    });
  });

  it.each([
    ...[
      '1',
      'eq',
      'foo.1',
      'is.nope',
      'is.nullx',
      'in.1',
      'in.(1',
      'in.(1)x',
      'fts',
      'constructor.a',
    ],
  ])('rejects the filter %s', (value) => {
    expect(getCode(() => parseFilter('a', value))).toBe('PGRST100');
  });

  it('rejects groups that are incomplete or too deep', () => {
    for (const value of ['', '()', '(a.eq.1', '(a.eq.1)x', '(a)', `${'(or'.repeat(20)}(a.eq.1)`]) {
      expect(getCode(() => parseFilter('and', value))).toBe('PGRST100');
    }
  });

  it('rejects features that are not implemented', () => {
    const nested = '(b.eq.1,a->>b.eq.2)';
    for (const [key, value] of [
      ['a', 'like(any).{x,y}'],
      ['a', 'not.eq(all).{1}'],
      ['or', '(a.match(any).{x})'],
      ['a->>b', 'eq.1'],
      ['and', nested],
      ['a', 'fts(english).x'],
      ['a', 'not.wfts.x'],
      ['a', 'sl.(1,2)'],
      ['or', '(a.adj.(1,2))'],
      ['other.id', 'eq.1'],
    ] as const) {
      expect(
        getCode(() => parseFilter(key, value)),
        value,
      ).toBe('PGRST127');
    }
  });
});

describe('parseOrder', () => {
  it('returns directions and the position of nulls', () => {
    expect(parseOrder('a.desc.nullslast,b.nullsfirst,c.asc,d')).toEqual([
      { column: 'a', direction: 'desc', nulls: 'last' },
      { column: 'b', nulls: 'first' },
      { column: 'c', direction: 'asc' },
      { column: 'd' },
    ]);
  });

  it('rejects other directions and functions', () => {
    for (const text of ['', 'a.up', 'a.desc.', 'a,,b']) {
      expect(getCode(() => parseOrder(text))).toBe('PGRST100');
    }
    expect(getCode(() => parseOrder('other(a).desc'))).toBe('PGRST127');
    expect(getCode(() => parseOrder('a->b.desc'))).toBe('PGRST127');
  });
});

describe('parseRange', () => {
  const range = (limit: string | null, offset: string | null, header: string | null = null) =>
    parseRange({ limit, offset, header });

  it('combines limit, offset and the header', () => {
    expect(range(null, null)).toEqual({ offset: 0n, limit: null });
    expect(range('5', '10')).toEqual({ offset: 10n, limit: 5n });
    expect(range(null, null, '3-7')).toEqual({ offset: 3n, limit: 5n });
    expect(range('10', null, '3-')).toEqual({ offset: 3n, limit: 7n });
    expect(range('0', '4')).toEqual({ offset: 4n, limit: 0n });
    expect(range('2', '-1')).toEqual({ offset: 0n, limit: 1n });
    expect(range('9'.repeat(30), null).limit).toBe(2n ** 63n - 1n);
  });

  it('rejects empty ranges and invalid numbers', () => {
    expect(getCode(() => range('-1', null))).toBe('PGRST103');
    expect(getCode(() => range('2', '-9'))).toBe('PGRST103');
    expect(getCode(() => range(null, null, '7-3'))).toBe('PGRST103');
    expect(getCode(() => range('1.5', null))).toBe('PGRST100');
    expect(getCode(() => range(null, '9'.repeat(5000)))).toBe('PGRST100');
  });
});

describe('headers', () => {
  it('parsePreferences returns the known ones, first values first', () => {
    const preferences = parsePreferences(
      'return=minimal, count=exact,foo=bar,return=representation',
    );
    expect(preferences).toMatchObject({ return: 'minimal', count: 'exact' });
    expect(getAppliedPreferences(preferences, ['count', 'return'])).toBe(
      'return=minimal, count=exact',
    );
    expect(getAppliedPreferences(preferences, ['count'])).toBe('count=exact');
    expect(getAppliedPreferences({ count: 'planned' }, ['count'])).toBe('');
    expect(getCode(() => parsePreferences('handling=strict,max-affected=2'))).toBe('PGRST127');
  });

  it('parseShape returns the best accepted shape', () => {
    expect(parseShape(null)).toBe('array');
    expect(parseShape('text/html,*/*;q=0.8')).toBe('array');
    expect(parseShape('application/json;q=0.5,application/vnd.pgrst.object+json')).toBe('object');
    expect(getCode(() => parseShape('text/csv'))).toBe('PGRST107');
    const stripped = 'application/vnd.pgrst.array+json;nulls=stripped';
    expect(getCode(() => parseShape(stripped))).toBe('PGRST127');
  });
});

describe('bodies', () => {
  it('parsePayload returns the columns that rows write', () => {
    expect(parsePayload('[{"a":1,"b":2},{"b":3,"a":4}]', undefined).columns).toEqual(['a', 'b']);
    expect(parsePayload('[{"a":1},{"b":3}]', ['b']).columns).toEqual(['b']);
    expect(parsePayload('{"a":1,"a":2}', undefined).columns).toEqual(['a']);
    expect(parsePayload('[]', ['a']).columns).toEqual([]);
    expect(parseArguments(' ', undefined)).toMatchObject({ json: '{}', names: [] });
    expect(parseArguments('[{"a":1},{"a":[2]}]', undefined)).toMatchObject({
      isArray: true,
      names: ['a'],
      listValues: 1,
    });
    expect(parseArguments('5', undefined)).toMatchObject({ json: '[]', names: [] });
    expect(parseArguments('{"a":1,"b":2}', ['b']).names).toEqual(['b']);
    for (const text of ['[{"a":1},{"b":1}]', '[1]']) {
      expect(getCode(() => parseArguments(text, undefined))).toBe('PGRST102');
    }
  });

  it.each(['', '{', '1', 'null', '[1]', '[null]', '[[]]', '[{"a":1},{}]', '['.repeat(200_000)])(
    'parsePayload rejects a body that is not a list of rows (%#)',
    (text) => {
      expect(getCode(() => parsePayload(text, undefined))).toBe('PGRST102');
    },
  );

  it('parsePayload counts nesting outside of strings only', () => {
    const inString = JSON.stringify({ a: '['.repeat(500) });
    expect(parsePayload(inString, undefined).columns).toEqual(['a']);
    const nested = `{"a":${'['.repeat(120)}${']'.repeat(120)}}`;
    expect(getCode(() => parsePayload(nested, undefined))).toBe('PGRST102');
  });
});

describe('values', () => {
  it('checkExpression accepts ordinary expressions and rejects those of exponential size', () => {
    expect(getCode(() => checkExpression('^(a|b){1,20}[0-9]{3}$'))).toBe('no error');
    expect(getCode(() => checkExpression('a\\x7b255}(?:b|c)(?=d)'))).toBe('no error');
    for (const pattern of [
      ...['(a{255}){255}', '(a*)\\1', '(?x)(a{2 5 5}){2 5 5}', 'a'.repeat(3000)],
      ...['***:(?x)(a{2 5 5}){2 5 5}', '***:a', ' ***=a', 'a(?b)', '^(?ix)a', '((a{99}){99}'],
    ]) {
      expect(
        getCode(() => checkExpression(pattern)),
        pattern,
      ).toBe('2201B');
    }
    expect(getCode(() => checkJson('['.repeat(5000)))).toBe('22P02');
  });

  it.each([
    ['{a,b}', ['a', 'b']],
    ['{"a,b","{c}"}', ['a,b', '{c}']],
    [String.raw`{"a\\\"b",a\{255\}}`, [String.raw`a\"b`, 'a{255}']],
    ['{{a,b},{c,""}}', ['a', 'b', 'c', '']],
    ['{}', []],
    ['[2:3]={a,b}', ['[2:3]=', 'a', 'b']],
  ])('parseArrayElements reads %s', (literal, elements) => {
    expect(parseArrayElements(literal)).toEqual(elements);
  });
});
