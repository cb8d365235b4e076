import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { parseCsv, toCsv } from './csv.ts';

const columns = [
  { header: 'Name', cell: (row: { name: string; note: string | null }) => row.name },
  { header: 'Note', cell: (row: { name: string; note: string | null }) => row.note },
];

describe('toCsv', () => {
  it('quotes every cell, begins with a byte order mark and ends lines with CRLF', () => {
    expect(toCsv(columns, [{ name: 'Ann', note: null }])).toBe(
      '\uFEFF"Name","Note"\r\n"Ann",""\r\n',
    );
  });

  it('writes the headings alone without rows', () => {
    expect(toCsv(columns, [])).toBe('\uFEFF"Name","Note"\r\n');
  });

  it('retains quotes, commas, line breaks and other scripts', () => {
    const rows = [
      { name: 'Zoë "Zed" O’Hara, Jr.', note: 'first\nsecond\r\nthird' },
      { name: '李雷', note: '🛠️;' },
    ];
    const read = Papa.parse<string[]>(toCsv(columns, rows).slice(1), { skipEmptyLines: true });
    expect(read.data.slice(1)).toEqual(rows.map((row) => [row.name, row.note]));
  });

  it.each([
    '=HYPERLINK("http://x")',
    '+1 705 555 0100+A1',
    '-2*3',
    '+1\t2',
    '+1 705 555 0100 ext. 2+A1',
    '+1 x A1',
    '-2 #1 cmd',
    '@sum',
    '\t=1',
    '\r=1',
    '\u0007',
    ' =1',
    '＝1',
    '＋1',
    '－1',
    '＠sum',
    '  @sum',
  ])('escapes the formula %j', (name) => {
    const [, cell] = toCsv(columns, [{ name, note: null }]).split('\n"');
    expect(cell?.startsWith("'")).toBe(true);
  });

  it.each([
    'a=b+c-d@e',
    '+1 (705) 555-0100',
    '+17055550100',
    '+1\u00a0705\u2013555\u20130100',
    '+1\u202f705\u202f555\u202f0100',
    '+1 705 555 0100 ext. 2',
    '+1 (705) 555-0100, poste: 5',
    '+1 705 555 0100 Local 5',
    '+1 705 555 0100x23',
    '+1 705 555 0100 #4',
    '+1 705\u2212555\u22120100',
    '+1 [705] 555/0100',
    '-2',
  ])('does not escape %j', (name) => {
    expect(toCsv(columns, [{ name, note: null }])).toContain(`"${name}"`);
  });
});

describe('parseCsv', () => {
  it('returns what toCsv wrote, with the line on which each row begins', () => {
    const rows = [
      { name: 'first\nsecond', note: '=1+1' },
      { name: 'a "b", c', note: "'quoted'" },
    ];
    expect(parseCsv(toCsv(columns, rows), 9)).toEqual([
      { line: 1, cells: ['Name', 'Note'] },
      { line: 2, cells: ['first\nsecond', '=1+1'] },
      { line: 4, cells: ['a "b", c', "'quoted'"] },
    ]);
  });

  it.each([
    ['a;b\r\n1;2\r\n', ['1', '2']],
    ['a\tb\r1\t2', ['1', '2']],
    ['\uFEFFa,b\n1,2', ['1', '2']],
  ])('reads %j', (text, cells) => {
    expect(parseCsv(text, 9)[1]).toEqual({ line: 2, cells });
  });

  it('leaves empty lines out, names a missing quote and stops after the rows that it may read', () => {
    const found = parseCsv('a,b\n\n , \n1,2\n"3,4\n5,6', 9);
    expect(found.map(({ line, problem }) => [line, problem])).toEqual([
      [1, undefined],
      [4, undefined],
      [5, 'A quotation mark is missing'],
    ]);
    expect(parseCsv('a\n1\n2\n3', 2)).toHaveLength(2);
  });

  it("reads the separator from Excel's first line", () => {
    expect(parseCsv('\uFEFFsep=;\r\na;b, c, d\r\n', 9)).toEqual([
      { line: 2, cells: ['a', 'b, c, d'] },
    ]);
  });
});
