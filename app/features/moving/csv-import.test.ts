import { describe, expect, test } from 'vitest';
import { cpuTime } from '#tests/support/cpu-time.ts';
import { createCsvKinds, createSample } from './csv-import.ts';
import { decodeText, ImportFileError, readTextFile } from './read-file.ts';

const kinds = createCsvKinds('https://sheds.example');
const headings = 'Title,Material,Color,Size,Style';
const gardener = {
  ...{ id: 'a', updated_at: '2026-11-28T12:00:00Z', title: 'The Gardener', description: 'Small' },
  ...{ material_type: 'Wood', color: 'Natural', size: '8x10', shed_style: 'Gable', price: 4250 },
  ...{ is_featured: true, is_active: false, images: ['sheds/1-a.webp'] },
  published_at: '2026-12-01T13:00:42+00:00',
  specifications: { optional_upgrades: [], standard_features: ['Vent'] },
};

const getKind = (name: string) => {
  const kind = kinds[name];
  if (!kind) throw new Error(name);
  return kind;
};
const plan = (text: string, stored: { id: string; updated_at: string }[] = [], kind = 'sheds') =>
  getKind(kind).plan(text, stored);

describe('a CSV import of sheds', () => {
  test('adds what is new with the defaults of the form', () => {
    const { rows } = plan(`${headings}\nThe Gardener,Wood,Natural,8x10,Gable`);
    expect(rows).toEqual([
      {
        ...{ line: 2, name: 'The Gardener', action: 'create' },
        columns: expect.objectContaining({ title: 'The Gardener', price: null, is_active: true }),
      },
    ]);
  });

  test('updates a stored title with the columns of the file and keeps the others', () => {
    const text =
      'title;material_type;COLOR;Size;Style;Price;Standard features\nthe  gardener;Wood;Natural;8x10;Gable;"$4,500.50";Vent|Ramp';
    const [row] = plan(text, [gardener]).rows;
    expect(row).toMatchObject({
      ...{ action: 'update', reason: 'Title, Price from 4,250 to 4,500.5, Features and upgrades' },
      columns: {
        ...{ id: 'a', updated_at: gardener.updated_at, price: 4500.5, description: 'Small' },
        ...{ is_active: false, is_featured: true },
        specifications: { standard_features: ['Vent', 'Ramp'], optional_upgrades: [] },
      },
    });
    expect(row?.columns).not.toHaveProperty('images');
  });

  test('skips a row that changes nothing, so that a second import stores nothing', () => {
    const text = `${headings}\nThe Gardener,Wood,Natural,8x10,Gable`;
    expect(plan(text, [gardener]).rows[0]).toMatchObject({
      action: 'skip',
      reason: 'No changes',
    });
    const [first] = plan(text).rows;
    const stored = { ...gardener, ...first?.columns };
    expect(plan(text, [stored]).rows[0]?.action).toBe('skip');
  });

  test('names the addresses of images that would be refused for their form', () => {
    const images = 'https://a.example/1.jpg ftp://b.example/2.jpg|http://c.example:81/3.jpg';
    const [row] = plan(`${headings},Images\nA,Wood,Natural,8x10,Gable,${images}`).rows;
    expect(row).toMatchObject({
      action: 'error',
      reason:
        "Images: ftp://b.example/2.jpg isn't a web address. http://c.example:81/3.jpg has a port number, which isn't allowed",
    });
  });

  test('names line and reason of each wrong row and takes the others', () => {
    const text = [
      `${headings},Price,Active,Notes`,
      'A,Wood,Natural,8x10,Gable,-1,yes,',
      'B,,Natural,8x10,Gable,1,yes,',
      'C,Wood,Natural,8x10,Gable,1,perhaps,',
      'D,Wood,Natural,8x10,Gable,1,yes,',
      'd,Wood,Red,8x10,Gable,2,yes,',
      'E,Wood,Natural,8x10,Gable,1,yes,note,more',
      'The Gardener,Wood,Natural,8x10,Gable,1,yes,',
    ].join('\n');
    const { rows, unknownColumns } = plan(text, [gardener, { ...gardener, id: 'b' }]);
    expect(unknownColumns).toEqual(['Notes']);
    expect(rows.map(({ line, action, reason }) => [line, action, reason])).toEqual([
      [2, 'error', 'Price: Please enter a price such as 4250.50'],
      [3, 'error', 'Material: Material type is required'],
      [4, 'error', 'Active: Please enter yes or no'],
      [5, 'create', undefined],
      [6, 'error', 'Same title as line 5'],
      [7, 'error', 'This row has more cells than there are columns'],
      [8, 'error', 'You have more than one record with this title'],
    ]);
  });

  test.each([
    ['nothing', '', 'This file has no rows.'],
    ['headings alone', headings, 'This file has no rows.'],
    ['missing columns', 'Title,Material\nA,Wood', /We can't find “Color”, “Size”, “Style”\.$/],
    [
      'a repeated column',
      `${headings},title\nA,Wood,Red,8x10,Gable,B`,
      'This file has two columns “Title”.',
    ],
    [
      '10,001 rows',
      `${headings}\n${'A,Wood,Red,8x10,Gable\n'.repeat(10_001)}`,
      /^This file has more than 10,000 rows\./,
    ],
  ])('refuses a file with %s', (_what, text, message) => {
    expect(() => plan(text)).toThrow(ImportFileError);
    expect(() => plan(text)).toThrow(message);
  });
});

test.each([
  ['4250', 4250],
  ['$4,250.50', 4250.5],
  ['1 234 567', 1_234_567],
  ['', null],
  ['4250,5', 4250.5],
  ['4.250,50', 4250.5],
  ['4\u202f250,50 $', 4250.5],
  ...['4.250', '4,25,0', '4,250,5', '4.250,50 €', '-1', '1e3'].map((cell) => [cell, undefined]),
] as [string, number | null | undefined][])('a price of %j is %j', (cell, price) => {
  const [row] = plan(`${headings},Price\nA,Wood,Red,8x10,Gable,"${cell}"`).rows;
  expect(row?.action).toBe(price === undefined ? 'error' : 'create');
  expect(row?.columns?.price).toBe(price);
});

test.each([
  ['VRAI', 'FAUX'],
  ['WAHR', 'FALSCH'],
  ['TRUE', 'FALSE'],
])('a spreadsheet writes %s and %s for yes and no', (yes, no) => {
  const [row] = plan(`${headings},Featured,Active\nA,Wood,Red,8x10,Gable,${yes},${no}`).rows;
  expect(row?.columns).toMatchObject({ is_featured: true, is_active: false });
});

test('a row with fewer cells than headings keeps what it lacks, and an empty cell clears', () => {
  const [short, empty] = ['', ',,'].map((cells) => {
    const text = `${headings},Price,Description\nThe Gardener,Wood,Red,8x10,Gable${cells}`;
    return plan(text, [gardener]).rows[0]?.columns;
  });
  expect(short).toMatchObject({ color: 'Red', price: 4250, description: 'Small' });
  expect(empty).toMatchObject({ color: 'Red', price: null, description: null });
});

test('only redirects beyond the limit are refused', () => {
  const lines = Array.from({ length: 5002 }, (_, index) => `/old-${index},/blog`);
  const stored = [{ id: 'a', updated_at: 'now', from_path: '/old-1', to_url: '/faq' }];
  const { rows } = plan(['Old address,New address', ...lines].join('\n'), stored, 'redirects');
  const refused = rows.filter(({ action }) => action === 'error');
  expect(refused.map(({ name, reason }) => [name, reason])).toEqual([
    ['/old-5000', 'There can be at most 5,000 redirects'],
    ['/old-5001', 'There can be at most 5,000 redirects'],
  ]);
});

test('10,000 rows are checked in a few seconds', () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => `Shed ${index},Wood,Red,8x10,Gable`);
  const start = cpuTime();
  expect(plan([headings, ...rows].join('\n')).rows.every(({ action }) => action === 'create')).toBe(
    true,
  );
  expect(cpuTime() - start).toBeLessThan(30_000);
});

test('reviews are recognized by name and text, projects by title', () => {
  const text =
    'Customer name,Rating,Review text\nCara,5,Straight walls.\ncara ,4,straight  walls.\nCara,4,Another one.';
  expect(plan(text, [], 'reviews').rows.map(({ action }) => action)).toEqual([
    'create',
    'error',
    'create',
  ]);
  const projects =
    'Title,Project type,Completion date,Active\nGarage,Roofing,2026-02-30,\nDeck,Other,2026-02-28,no';
  expect(plan(projects, [], 'projects').rows).toMatchObject([
    { action: 'error', reason: 'Completion date: Please enter a valid date' },
    { action: 'create', columns: { completion_date: '2026-02-28', is_active: false } },
  ]);
});

test('redirects are refused in loops and chains, also with stored ones', () => {
  const stored = [{ id: 'a', updated_at: 'now', from_path: '/stored', to_url: '/sheds' }];
  const text = [
    'Old address,New address',
    'http://old.example/a/,/blog',
    '/b,/Stored/',
    '/c,/a',
    '/d,https://sheds.example/D',
    '/e,javascript:alert(1)',
    '/STORED,/blog',
  ].join('\n');
  const { rows } = plan(text, stored, 'redirects');
  expect(rows.map(({ name, action, reason }) => [name, action, reason])).toEqual([
    ['/a', 'create', undefined],
    ['/b', 'error', '/stored already redirects to /blog. Use /blog instead'],
    ['/c', 'error', '/a already redirects to /blog. Use /blog instead'],
    ['/d', 'error', 'This address would redirect to itself'],
    ['/e', 'error', expect.stringMatching(/^New address: Please enter an address/)],
    ['/stored', 'update', 'New address'],
  ]);
});

test.each(Object.keys(kinds))('the sample of %s can be imported', (name) => {
  const kind = getKind(name);
  const { rows, unknownColumns } = plan(createSample(kind), [], name);
  expect(rows.map(({ line, action }) => [line, action])).toEqual([[2, 'create']]);
  expect(unknownColumns).toEqual([]);
});

describe('decodeText', () => {
  const text = 'Name,Note\nZoë,naïve “quotes”';
  const utf16 = (bigEndian: boolean, mark: string) => {
    const bytes = Buffer.from(mark + text, 'utf16le');
    return bigEndian ? bytes.swap16() : bytes;
  };
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', utf16(false, '\uFEFF')],
    ['UTF-16 without a byte order mark', utf16(false, '')],
    ['big-endian UTF-16', utf16(true, '\uFEFF')],
    ['big-endian UTF-16 without a byte order mark', utf16(true, '')],
    [
      'Windows-1252',
      Buffer.from(
        text.replaceAll(/[“”]/g, (mark) => (mark === '“' ? '\x93' : '\x94')),
        'latin1',
      ),
    ],
  ])('reads %s', (_name, bytes) => {
    expect(decodeText(bytes)).toBe(text);
  });

  test.each([
    ['UTF-8 that claims to be Latin-1', 'ISO-8859-1', 'utf8'],
    ['UTF-16 that claims to be UTF-8', 'UTF-8', 'utf16le'],
    ['Latin-1 that claims to be UTF-8', 'UTF-8', 'latin1'],
  ] as const)('reads %s in its XML declaration', (_name, declared, encoding) => {
    const xml = `<?xml version="1.0" encoding="${declared}"?><rss>Zoë, 12′ × 8 fenêtres</rss>`;
    const sent = encoding === 'latin1' ? xml.replace('′', "'") : xml;
    expect(decodeText(Buffer.from(sent, encoding))).toBe(sent);
  });

  const fill = 'Title\nShed,';
  test.each([
    ['Mac Roman letters', [0x43, 0x68, 0x8e, 0x6e, 0x65]],
    ['a Mac Roman apostrophe', [0x64, 0x6f, 0x6e, 0xd5, 0x74]],
    ['Mac Roman quotes', [0x6f, 0x91, 0x6c]],
    ['a byte without a character', [0x61, 0x81, 0x62]],
    ['Cyrillic in Windows-1251', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]],
    ['Shift_JIS', [0x8f, 0xac, 0x89, 0xae]],
    ['UTF-8 with one damaged letter', [0xc3, 0xa9, 0x20, 0xe9, 0x20]],
    ['UTF-8 cut in a letter after another', [0xc3, 0xa9, 0xc3]],
  ])('refuses %s', (_name, bytes) => {
    expect(() => decodeText(Buffer.concat([Buffer.from(fill), Buffer.from(bytes)]))).toThrow(
      'Save it as UTF-8 and choose it again.',
    );
  });

  test.each([
    [
      'Latin-1 behind a byte order mark of UTF-8',
      Buffer.concat([Buffer.from('\uFEFF'), Buffer.from('Zoë\n', 'latin1')]),
    ],
    [
      'bytes that are in the encoding that XML declares',
      Buffer.concat([
        Buffer.from('<?xml version="1.0" encoding="ISO-8859-2"?><rss>'),
        Buffer.from([0x6f, 0xb3]),
      ]),
    ],
    ['UTF-16 with half a letter', Buffer.concat([utf16(false, '\uFEFF'), Buffer.from([0x41])])],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0])],
    ['ISO-2022-JP', Buffer.from('\u001b$B>.20\u001b(B')],
  ])('refuses %s', (_name, bytes) => {
    expect(() => decodeText(bytes)).toThrow(ImportFileError);
  });

  test('refuses an image, and readTextFile a huge file', async () => {
    const png = Uint8Array.of(
      0x89,
      0x50,
      0x4e,
      0x47,
      0x0d,
      0x0a,
      0x1a,
      0x0a,
      0,
      0,
      0,
      0x0d,
      1,
      1,
      1,
      1,
      1,
      1,
      1,
      1,
    );
    expect(() => decodeText(png)).toThrow(ImportFileError);
    const file = new File([new Uint8Array(2 * 1024 * 1024)], 'a.csv');
    await expect(readTextFile(file, 1024 * 1024)).rejects.toThrow('This file is larger than 1 MB.');
  });
});
