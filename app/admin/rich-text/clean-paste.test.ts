import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cleanPaste } from './clean-paste.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../../tests/fixtures/paste/${name}`, import.meta.url), 'utf8');

it('keeps the words of a web page and drops its looks and scripts', () => {
  expect(
    cleanPaste(
      '<meta charset="utf-8"><style>p{color:red}</style><div class="x"><p style="font:9px a" onclick="x()"><span style="color:red">Dry</span> <b>ground</b></p></div><script>x()</script>',
    ),
  ).toBe('<p>Dry <b>ground</b></p>');
});

it("makes lists of Word's paragraphs with markers", () => {
  const bullet = (text: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'>·<span>&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`;
  expect(cleanPaste(`${bullet('Gravel')}\n${bullet('Sand')}`)).toBe(
    '<ul><li><p>Gravel</p></li><li><p>Sand</p></li></ul>',
  );
  const numbered = `<p class="MsoListParagraphCxSpFirst"><!--[if !supportLists]-->1.<!--[endif]-->Dig</p>`;
  expect(cleanPaste(numbered)).toBe('<ol><li><p>Dig</p></li></ol>');
});

it('takes a document of Word for what it says', () => {
  expect(cleanPaste(fixture('word.html'))).toBe(
    [
      '<h1>Getting the ground ready</h1>',
      '<h2>What you need</h2>',
      '<p>A shed stands as well as its <b>ground</b> does. Read <i>all</i>\nof it, and ask <a href="https://example.com/permits" rel="noopener nofollow">the township</a> first.</p>',
      '<ul><li><p>Gravel</p><ul><li><p>clear stone</p></li><li><p>20 mm</p></li></ul></li><li><p>Sand</p></li></ul>',
      '<ol><li><p>Dig</p></li><li><p>Fill</p></li></ol>',
      '<p>Depth</p><p>150 mm</p>',
    ].join(''),
  );
});

it("takes Google's document for what it says", () => {
  expect(cleanPaste(fixture('google-docs.html'))).toBe(
    '<h2>Before the snow</h2><p>Clear the <strong>gutters</strong> and the <em>roof</em>.</p><ul><li><p>Ladder</p></li><li><p>Gloves</p></li></ul>',
  );
});

it('leaves out pictures that lie on the writer’s own computer', () => {
  expect(cleanPaste('<p>a<img src="file:///C:/a.png"></p>')).toBe('<p>a</p>');
});

it.each([
  ['<a href="javascript:x()">a</a>', 'a'],
  ['<a name="_Toc1">Ground</a>', 'Ground'],
  ['<p>&nbsp;</p><p>a</p><p><o:p>&nbsp;</o:p></p>', '<p>a</p>'],
  ['<table><tr><td>A</td><td><p>B</p></td></tr></table>', '<p>A</p><p>B</p>'],
  ['<h5>Small</h5><del>no</del>', '<h3>Small</h3><s>no</s>'],
  ['<svg onload="x()"><script>x()</script></svg>b', 'b'],
])('cleans %j', (pasted, cleaned) => {
  expect(cleanPaste(pasted)).toBe(cleaned);
});
