import { expect, it } from 'vitest';
import { cleanPaste } from './clean-paste.ts';

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

it('leaves out pictures that lie on the writer’s own computer', () => {
  expect(cleanPaste('<p>a<img src="file:///C:/a.png"></p>')).toBe('<p>a</p>');
});
