import { expect, test } from 'vitest';
import { longNames, shortNames, withShortNames } from './short-names.ts';

const shorten = (html: string) => withShortNames(html, shortNames(html));

test('names the classes of a page anew, those that stand together as one', () => {
  expect(shorten('<p class="flex p-4 wide"><b class="wide"></b><p class="p-4 flex">')).toBe(
    '<p class="a b"><b class="b"></b><p class="a">',
  );
});

test('can tell again what each name stands for', () => {
  expect(longNames(shortNames('<p class="flex p-4"><p class="p-4 wide flex">'))).toEqual({
    a: 'flex p-4',
    b: 'wide',
  });
});

test('reads names as HTML escapes them, in elements of any spelling', () => {
  const names = shortNames('<img alt="a > b" class="[&amp;_a]:x has-[&gt;b]:y" src="/x"/>');
  expect([...names.keys()]).toEqual(['[&_a]:x', 'has-[>b]:y']);
});

test.each([
  ['a text', '<p>It says class="wide" there, &lt;p class="wide"&gt;</p>'],
  ['a script', '<script>"<p class=\\"wide\\">" + `<p class="wide">`</script>'],
  ['what was typed', '<textarea><p class="wide"></textarea>'],
  ['the title', '<title><p class="wide"></title>'],
  ['another attribute', '<p data-class="wide" title="a class=wide">'],
  ['no class', '<p class="">'],
])('leaves %s as it is', (_what, html) => {
  const names = new Map([['wide', 'a']]);
  expect(withShortNames(html, names)).toBe(html);
  expect(shortNames(html).size).toBe(0);
});

test('names the class of an element whose text it leaves', () => {
  expect(shorten('<textarea class="wide" rows="6"><p class="wide"></textarea>')).toBe(
    '<textarea class="a" rows="6"><p class="wide"></textarea>',
  );
});

test('takes no name that stands for an advertisement', () => {
  const html = Array.from({ length: 3000 }, (_, index) => `<i class="long-${index}">`).join('');
  expect([...shortNames(html).values()].filter((name) => /^ads?$/i.test(name))).toEqual([]);
});

test('finds a name for each of many classes', () => {
  const html = Array.from({ length: 3000 }, (_, index) => `<i class="long-${index}">`).join('');
  const names = shortNames(html);
  expect(new Set(names.values()).size).toBe(3000);
  expect([...names.values()].every((name) => /^[a-z]{1,3}$/i.test(name))).toBe(true);
});
