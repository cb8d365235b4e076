import { describe, expect, it } from 'vitest';
import { TablesError } from './errors.ts';
import { checkExpression, checkJson, parseArrayElements } from './guards.ts';
import { parseAccept } from './parse-accept.ts';
import { looksLikeFilter, parseFilter, parseGroup } from './parse-filter.ts';
import { parseOrder } from './parse-order.ts';
import { parseArguments, parsePayload } from './parse-payload.ts';
import { parsePreferences } from './parse-preferences.ts';
import { parseRange } from './parse-range.ts';
import { parseSelect } from './parse-select.ts';

const field = (column: string) => ({ column, path: [] });

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof TablesError) return error.body.code;
    throw error;
  }
  return 'no error';
}

describe('select', () => {
  it('reads columns, aliases, casts, JSON paths and the star', () => {
    expect(parseSelect('*, n:"a b"->x->>0::text , first-name', 't')).toEqual([
      { kind: 'all' },
      {
        kind: 'field',
        alias: 'n',
        cast: 'text',
        field: {
          column: 'a b',
          path: [
            { arrow: '->', key: 'x' },
            { arrow: '->>', index: '0' },
          ],
        },
      },
      { kind: 'field', alias: undefined, cast: undefined, field: field('first-name') },
    ]);
    expect(parseSelect('', 't')).toEqual([]);
  });

  it.each([
    ['a,', 'PGRST100'],
    [',', 'PGRST100'],
    ['a b;c', 'PGRST100'],
    ['"open', 'PGRST100'],
    ['a::', 'PGRST100'],
    ['a::regclass', '42704'],
    ['a::jsonb', '42704'],
    ['other(*)', 'PGRST200'],
    ['...other(*)', 'PGRST200'],
    ['x:other!inner(id)', 'PGRST200'],
    ['count()', 'PGRST123'],
    ['a.sum()', 'PGRST123'],
    [`a${'->b'.repeat(33)}`, 'PGRST100'],
    [`a${',a'.repeat(100)}`, 'PGRST100'],
  ])('refuses %s', (text, code) => {
    expect(codeOf(() => parseSelect(text, 't'))).toBe(code);
  });
});

describe('filters', () => {
  it('reads negation, operators, quantifiers and lists', () => {
    expect(parseFilter('a', 'not.eq.x.y,z')).toEqual({
      kind: 'filter',
      field: field('a'),
      negated: true,
      operation: { operator: 'eq', value: 'x.y,z' },
    });
    expect(parseFilter('a', 'in.(1,"b,\\"c\\\\",  d)')).toMatchObject({
      operation: { operator: 'in', values: ['1', 'b,"c\\', '  d'] },
    });
    expect(parseFilter('a', 'in.()')).toMatchObject({ operation: { values: [] } });
    expect(parseFilter('a', 'is.NOT_NULL')).toMatchObject({ operation: { value: 'not_null' } });
    expect(parseFilter('a', 'like(any).{x,y}')).toMatchObject({
      operation: { operator: 'like', quantifier: 'any', value: '{x,y}' },
    });
  });

  it('reads nested groups', () => {
    expect(parseGroup('or', true, '(a.eq.1, not.and(b.is.null,c.cs.{x,y}),d.eq."p,q)")')).toEqual({
      kind: 'group',
      connective: 'or',
      negated: true,
      members: [
        {
          kind: 'filter',
          field: field('a'),
          negated: false,
          operation: { operator: 'eq', value: '1' },
        },
        {
          kind: 'group',
          connective: 'and',
          negated: true,
          members: [
            {
              kind: 'filter',
              field: field('b'),
              negated: false,
              operation: { operator: 'is', value: 'null' },
            },
            {
              kind: 'filter',
              field: field('c'),
              negated: false,
              operation: { operator: 'cs', value: '{x,y}' },
            },
          ],
        },
        {
          kind: 'filter',
          field: field('d'),
          negated: false,
          operation: { operator: 'eq', value: 'p,q)' },
        },
      ],
    });
  });

  it.each(['1', 'eq', 'foo.1', 'is.nope', 'is.nullx', 'in.1', 'in.(1', 'in.(1)x', 'neq(any).{1}'])(
    'refuses %s',
    (value) => {
      expect(codeOf(() => parseFilter('a', value))).toBe('PGRST100');
    },
  );

  it('refuses groups that are broken or too deep', () => {
    for (const value of ['', '()', '(a.eq.1', '(a.eq.1)x', '(a)', `${'(or'.repeat(20)}(a.eq.1)`]) {
      expect(codeOf(() => parseGroup('and', false, value))).toBe('PGRST100');
    }
  });

  it('tells filters from arguments', () => {
    expect(['eq.1', 'not.in.(1)', 'like(any).{a}'].map(looksLikeFilter)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['1', 'some.text', 'sequel.1'].map(looksLikeFilter)).toEqual([false, false, false]);
  });
});

describe('order', () => {
  it('reads directions and the place of nulls', () => {
    expect(parseOrder('a.desc.nullslast,b->>c.asc,d')).toEqual([
      { field: field('a'), direction: 'desc', nulls: 'nullslast' },
      {
        field: { column: 'b', path: [{ arrow: '->>', key: 'c' }] },
        direction: 'asc',
        nulls: undefined,
      },
      { field: field('d'), direction: undefined, nulls: undefined },
    ]);
  });

  it('refuses what is none', () => {
    for (const text of ['', 'a.up', 'a.desc.', 'a,,b']) {
      expect(codeOf(() => parseOrder(text))).toBe('PGRST100');
    }
    expect(codeOf(() => parseOrder('other(a).desc'))).toBe('PGRST108');
  });
});

describe('range', () => {
  const range = (limit: string | null, offset: string | null, header: string | null = null) =>
    parseRange({ limit, offset, header });

  it('joins limit, offset and the header', () => {
    expect(range(null, null)).toEqual({ offset: 0n, limit: null });
    expect(range('5', '10')).toEqual({ offset: 10n, limit: 5n });
    expect(range(null, null, '3-7')).toEqual({ offset: 3n, limit: 5n });
    expect(range('10', null, '3-')).toEqual({ offset: 3n, limit: 7n });
    expect(range('0', '4')).toEqual({ offset: 4n, limit: 0n });
    expect(range('2', '-1')).toEqual({ offset: 0n, limit: 1n });
    expect(range('9'.repeat(30), null).limit).toBe(2n ** 63n - 1n);
  });

  it('refuses what is empty or no number', () => {
    expect(codeOf(() => range('-1', null))).toBe('PGRST103');
    expect(codeOf(() => range('2', '-9'))).toBe('PGRST103');
    expect(codeOf(() => range(null, null, '7-3'))).toBe('PGRST103');
    expect(codeOf(() => range('1.5', null))).toBe('PGRST100');
    expect(codeOf(() => range(null, '9'.repeat(5000)))).toBe('PGRST100');
  });
});

describe('headers', () => {
  it('reads preferences and names those that it applied', () => {
    expect(parsePreferences('return=minimal, count=exact,foo=bar')).toMatchObject({
      return: 'minimal',
      count: 'exact',
      applied: ['return=minimal', 'count=exact'],
    });
    expect(parsePreferences('handling=strict,max-affected=2').maxAffected).toBe(2);
    expect(parsePreferences('max-affected=2').maxAffected).toBeUndefined();
    expect(codeOf(() => parsePreferences('handling=strict,foo=bar'))).toBe('PGRST122');
  });

  it('chooses a format', () => {
    expect(parseAccept(null).shape).toBe('array');
    expect(parseAccept('text/html,*/*;q=0.8').type).toBe('application/json');
    expect(parseAccept('application/vnd.pgrst.object+json;nulls=stripped')).toMatchObject({
      shape: 'object',
      stripNulls: true,
    });
    expect(codeOf(() => parseAccept('text/csv'))).toBe('PGRST107');
  });
});

describe('bodies', () => {
  it('finds the columns that rows write', () => {
    expect(parsePayload('[{"a":1,"b":2},{"b":3,"a":4}]', undefined).columns).toEqual(['a', 'b']);
    expect(parsePayload('[{"a":1},{"b":3}]', ['b']).columns).toEqual(['b']);
    expect(parsePayload('{"a":1,"a":2}', undefined).columns).toEqual(['a']);
    expect(parsePayload('[]', ['a']).columns).toEqual([]);
    expect(parseArguments(' ').names).toEqual([]);
  });

  it.each(['', '{', '1', 'null', '[1]', '[null]', '[[]]', '[{"a":1},{}]', '['.repeat(200_000)])(
    'refuses a body that is no list of rows (%#)',
    (text) => {
      expect(codeOf(() => parsePayload(text, undefined))).toBe('PGRST102');
    },
  );

  it('counts nesting outside of strings only', () => {
    const inString = JSON.stringify({ a: '['.repeat(500) });
    expect(parsePayload(inString, undefined).columns).toEqual(['a']);
    const nested = `{"a":${'['.repeat(120)}${']'.repeat(120)}}`;
    expect(codeOf(() => parsePayload(nested, undefined))).toBe('PGRST102');
  });
});

describe('guards', () => {
  it('lets ordinary expressions through and stops those that explode', () => {
    expect(codeOf(() => checkExpression('^(a|b){1,20}[0-9]{3}$'))).toBe('no error');
    expect(codeOf(() => checkExpression('a\\x7b255}(?:b|c)(?=d)'))).toBe('no error');
    for (const pattern of [
      ...['(a{255}){255}', '(a*)\\1', '(?x)(a{2 5 5}){2 5 5}', 'a'.repeat(3000)],
      ...['***:(?x)(a{2 5 5}){2 5 5}', '***:a', ' ***=a', 'a(?b)', '^(?ix)a', '((a{99}){99}'],
    ]) {
      expect(
        codeOf(() => checkExpression(pattern)),
        pattern,
      ).toBe('2201B');
    }
    expect(codeOf(() => checkJson('['.repeat(5000)))).toBe('22P02');
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
