import { expect, test } from 'vitest';
import { settleProperties } from './custom-properties.ts';

const property = (name: string, initial?: string) =>
  `@property --${name}{syntax:"*";inherits:false${initial === undefined ? '' : `;initial-value:${initial}`}}`;

test.each([
  ['its first value', `.x{top:var(--a)}${property('a', '0 0 #0000')}`, '.x{top:0 0 #0000}'],
  ['an empty text', `.x:after{content:var(--a)}${property('a', '""')}`, '.x:after{content:""}'],
  [
    'what stands in',
    `.x{top:var(--a,calc(1px*(2 + 3)))}${property('a')}`,
    '.x{top:calc(1px*(2 + 3))}',
  ],
  ['what stands in, where nothing sets it', '.x{top:var(--a,1px)}', '.x{top:1px}'],
  ['nothing', `.x{font:var(--a,) 1em}${property('a')}`, '.x{font: 1em}'],
  [
    'what stands in for what stands in',
    `.x{top:var(--a,var(--b,1px))}${property('a')}${property('b')}`,
    '.x{top:1px}',
  ],
  [
    "the theme's value, and what that refers to",
    '@layer theme{:root,:host{--a:calc(var(--b)*2);--b:2px}}.x{top:var(--a)}',
    '@layer theme{:root,:host{}}.x{top:calc(2px*2)}',
  ],
  [
    'its first value, said once more for old browsers',
    `@layer properties{@supports (x:y){*,:before{--a:0}}}.x{top:var(--a)}${property('a', '0')}`,
    '@layer properties{@supports (x:y){*,:before{}}}.x{top:0}',
  ],
])('writes %s in place of a property that nothing changes', (_what, css, settled) => {
  expect(settleProperties(css, '<p class="x">')).toBe(settled);
});

test.each([
  ['a rule', '.y{--a:1px}', '<p class="x y">'],
  ['the page itself', '', '<p class="x" style="--a:1px">'],
])('keeps a property that %s sets', (_what, rule, html) => {
  const css = `${rule}.x{top:var(--a,2px)}${property('a', '0')}`;
  expect(settleProperties(css, html)).toBe(css);
});

test('keeps a value of the theme that another rule changes', () => {
  const css = '@layer theme{:root,:host{--a:1px}}@media print{:root{--a:2px}}.x{top:var(--a)}';
  expect(settleProperties(css, '<p class="x">')).toBe(css);
});

test('keeps two values apart that only their brackets parted', () => {
  const css = `.x{margin:var(--a)var(--b) var(--a)}${property('a', '4px')}${property('b', '2px')}`;
  expect(settleProperties(css, '<p class="x">')).toBe('.x{margin:4px 2px 4px}');
});

test('ends with properties that refer to each other', () => {
  const css = '@layer theme{:root,:host{--a:var(--b);--b:var(--a)}}.x{top:var(--a)}';
  expect(settleProperties(css, '<p class="x">')).toContain('.x{top:var(--');
});

test('reads a text of nothing but hyphens once', () => {
  const css = `.x{top:var(--a)}${property('a', '0')}`;
  expect(settleProperties(css, `<p class="x">${'-'.repeat(500_000)}</p>`)).toBe('.x{top:0}');
});

test('settles what stands in for a property that is kept', () => {
  const css = `.y{--a:1px}.x{top:var(--a,var(--b,2px))}${property('b')}`;
  expect(settleProperties(css, '<p class="x">')).toBe('.y{--a:1px}.x{top:var(--a,2px)}');
});

test('leaves out the custom properties that nothing takes, in turn', () => {
  const theme =
    ':root{--font:"A; {b}", serif;--a:calc(1px + (var(--b)*2));--b:2px;--c:var(--d);--d:url(data:;x);--e:1px;--last:3px}';
  expect(
    settleProperties(
      `${theme}.x{width:var(--a);font:var(--font)}`,
      '<p class="x" style="top:var(--e)">',
    ),
  ).toBe(
    ':root{--font:"A; {b}", serif;--a:calc(1px + (var(--b)*2));--b:2px;--e:1px;}.x{width:var(--a);font:var(--font)}',
  );
});
