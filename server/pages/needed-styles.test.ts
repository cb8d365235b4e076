import { expect, test } from 'vitest';
import { createNeededStyles } from './needed-styles.ts';

const needed = (css: string, html: string) => createNeededStyles(css).of(html);

test.each([
  ['a class of the page', '.wrap{width:100%}', '<p class="a wrap b">'],
  ['no class at all', 'h1,:focus-visible{margin:0}', '<h1>'],
  ['an escaped class', '.sm\\:w-1\\/2{width:50%}', '<p class="sm:w-1/2">'],
  [
    'a class with commas and brackets',
    '.text-\\[clamp\\(2\\.6rem\\,4\\.4vw\\,5rem\\)\\]{font-size:1px}',
    '<p class="text-[clamp(2.6rem,4.4vw,5rem)]">',
  ],
  [
    'a class with a text',
    ".before\\:content-\\[\\'\\'\\]:before{top:0}",
    '<p class="before:content-[&#x27;&#x27;]">',
  ],
  ['a class that HTML escapes', '.\\[\\&_a\\]\\:x a{color:red}', '<p class="[&amp;_a]:x"><a>'],
  [
    'a class with a condition that may come true',
    '.x:is(:where(.group):hover *){color:red}',
    '<p class="x">',
  ],
  ['a class that begins with a digit', '.\\32 xl{color:red}', '<p class="2xl">'],
  [
    'a block with braces and semicolons in a text',
    '.x{background:url("data:{;}")}',
    '<p class="x">',
  ],
  ['an element of the page inside of another', 'ul>li::marker{color:red}', '<ul><li>'],
  ['an element with conditions', 'a:not(.b):hover,summary{color:red}', '<a href="/"><summary>'],
  ['any element', '*,:before,::backdrop,:root,[hidden]{margin:0}', '<p>'],
  ['a class with the name of an element', '.x.table{color:red}', '<p class="x table">'],
  ['a part of a field that is there', '::file-selector-button{margin:0}', '<input type="file">'],
  ['a typeface, whose name no class has', '@font-face{font-family:A;src:url(/a.woff2)}', '<p>'],
])('keeps a rule for %s', (_what, css, html) => {
  expect(needed(css, html)).toBe(css);
});

test.each([
  ['asks for a class that is not there', '.absent{color:red}', '<p class="present">'],
  [
    'asks for two classes, of which one is there',
    '.present.absent{color:red}',
    '<p class="present">',
  ],
  ['is for an element that is not there', 'table{color:red}', '<p class="table">'],
  ['is for an element inside of one that is not there', 'ul li{color:red}', '<li>'],
  ['is for an element of a class that is there', 'table.x{color:red}', '<p class="x">'],
  ['is for a part of a field that is not there', '::placeholder{color:red}', '<input type="text">'],
  ['asks for it inside of another', '.absent .present{color:red}', '<p class="present">'],
  [
    'stands with others like it in a group',
    '@media print{.absent{color:red}}',
    '<p class="present">',
  ],
  [
    'declares a variable that no kept rule takes',
    '@property --tw-x{syntax:"*";inherits:false}',
    '<p>',
  ],
])('leaves a rule out that %s', (_what, css, html) => {
  expect(needed(css, html)).toBe('');
});

test('keeps those selectors of a list that may apply', () => {
  const css = 'html,:host,.absent,table,.x:is(a,b),h1{color:red}';
  expect(needed(css, '<html><p class="x">')).toBe('html,:host,.x:is(a,b){color:red}');
});

test('keeps the layers in their order, also those without a rule left', () => {
  const css =
    '/*! a licence */\n@layer theme,base;@layer components{.absent{color:red}}@layer utilities{.x{top:var(--z)}@media (width>=40rem){.absent{color:red}.x{top:0}}}@property --z{syntax:"*";inherits:false}';
  expect(needed(css, '<p class="x">')).toBe(
    '@layer theme,base;@layer components{}@layer utilities{.x{top:var(--z)}@media (width>=40rem){.x{top:0}}}@property --z{syntax:"*";inherits:false}',
  );
});

test('gives its classes the names that they go by on a page, also in conditions', () => {
  const css = '.sm\\:p-1:is(:where(.group):hover *),.absent,.kept{color:red}';
  const names = new Map([
    ['sm:p-1', 'a'],
    ['group', 'b'],
  ]);
  const html = '<p class="sm:p-1 kept group">';
  expect(createNeededStyles(css).of(html, names)).toBe(
    '.a:is(:where(.b):hover *),.kept{color:red}',
  );
});

test.each([
  ['.a{content:"\\2014"}', true],
  ['@media print{.\\32 xl{color:red}}', false],
  ['[class*=a]{color:red}', false],
  ['.a{color:red;&.b{color:blue}}', false],
  ['@scope (.a){.b{color:red}}', false],
  ['@layer a,b;@font-face{font-family:A}@keyframes b{to{top:0}}', true],
])('knows that %s can be renamed: %s', (css, expected) => {
  expect(createNeededStyles(css).canBeRenamed).toBe(expected);
});
