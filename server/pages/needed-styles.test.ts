import { expect, test } from 'vitest';
import { createNeededStyles } from './needed-styles.ts';

const needed = (css: string, html: string) => createNeededStyles(css)(html);

test.each([
  ['a class of the page', '.wrap{width:100%}', '<p class="a wrap b">'],
  ['no class at all', 'h1,:focus-visible{margin:0}', '<h1>'],
  ['an escaped class', '.sm\\:w-1\\/2{width:50%}', '<p class="sm:w-1/2">'],
  [
    'a class with commas and brackets',
    '.text-\\[clamp\\(2\\.6rem\\,4\\.4vw\\,5rem\\)\\]{font-size:1px}',
    '<p class="text-[clamp(2.6rem,4.4vw,5rem)]">',
  ],
  ['a class that HTML escapes', '.\\[\\&_a\\]\\:x a{color:red}', '<p class="[&amp;_a]:x">'],
  ['one class of several selectors', '.absent,.wrap{width:1px}', '<p class="wrap">'],
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

test('keeps the layers in their order, also those without a rule left', () => {
  const css =
    '/*! a licence */\n@layer theme,base;@layer components{.absent{color:red}}@layer utilities{.x{top:var(--z)}@media (width>=40rem){.absent{color:red}.x{top:0}}}@property --z{syntax:"*";inherits:false}';
  expect(needed(css, '<p class="x">')).toBe(
    '@layer theme,base;@layer components{}@layer utilities{.x{top:var(--z)}@media (width>=40rem){.x{top:0}}}@property --z{syntax:"*";inherits:false}',
  );
});

test('leaves out the custom properties that nothing takes, in turn', () => {
  const theme =
    ':root{--font:"A; {b}", serif;--a:calc(1px + (var(--b)*2));--b:2px;--c:var(--d);--d:url(data:;x);--e:1px;--last:3px}';
  expect(
    needed(`${theme}.x{width:var(--a);font:var(--font)}`, '<p class="x" style="top:var(--e)">'),
  ).toBe(
    ':root{--font:"A; {b}", serif;--a:calc(1px + (var(--b)*2));--b:2px;--e:1px;}.x{width:var(--a);font:var(--font)}',
  );
});
