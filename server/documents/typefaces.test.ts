import { expect, test } from 'vitest';
import { loadTypefaces } from './typefaces.ts';

/** The typefaces of a text in a document, each once. */
async function listFaces(text: string, document: string[] = [text]): Promise<string[]> {
  const typefaces = await loadTypefaces(document);
  const faces = typefaces.split(text, 'regular').map(({ face }) => face.name);
  return [...new Set(faces.map((name) => name.replace(/(-\d+)?-regular$/, '')))];
}

/** The glyphs of a text in the order of painting. */
async function listGlyphs(text: string): Promise<number[]> {
  const typefaces = await loadTypefaces([text]);
  return typefaces
    .split(text, 'regular')
    .flatMap((part) => part.face.shape?.(part.text) ?? [])
    .map(({ id }) => id);
}

test('Han characters have the forms of the language that the text is in', async () => {
  expect(await listFaces('骨直')).toEqual(['noto-sans-sc']);
  expect(await listFaces('骨さくら')).toEqual(['noto-sans-jp']);
  expect(await listFaces('骨입니다')).toEqual(['noto-sans-kr']);
  // A name alone has those of the document.
  expect(await listFaces('山田', ['山田', 'さくら'])).toEqual(['noto-sans-jp']);
  expect(await listFaces('山田', ['山田', 'さくら', '김철수'])).toEqual(['noto-sans-sc']);
  // A text that a document composes has the glyphs of its parts.
  expect(await listFaces('山田 김철수', ['山田さくら', '김철수'])).toEqual([
    'noto-sans-jp',
    'site',
    'noto-sans-kr',
  ]);
});

test('Arabic letters are joined: their forms differ by place', async () => {
  const [isolated] = await listGlyphs('ب');
  const joined = await listGlyphs('ببب');
  expect(new Set([isolated, ...joined]).size).toBe(4);
});

test('letters of Devanagari are joined and ordered', async () => {
  const [ka] = await listGlyphs('क');
  const [ssa] = await listGlyphs('ष');
  const conjunct = await listGlyphs('क्ष');
  expect(conjunct).toHaveLength(1);
  expect([ka, ssa]).not.toContain(conjunct[0]);
  // The vowel sign is painted before its consonant.
  const syllable = await listGlyphs('कि');
  expect(syllable).toHaveLength(2);
  expect(syllable[1]).toBe(ka);
});
