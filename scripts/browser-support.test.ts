import { expect, test } from 'vitest';
import { findNewerFunctions } from './browser-support.ts';

test('findNewerFunctions finds static functions, constructors and what needs TLS', () => {
  const code =
    'let a=URL.parse(e)?.href,b=URL.canParse(e),c=AbortSignal.any([d]),i=crypto.randomUUID();new Highlight(r)';
  expect(findNewerFunctions(code)).toEqual([
    'URL.parse',
    'URL.canParse',
    'AbortSignal.any',
    'crypto.randomUUID',
    'new Highlight',
  ]);
});

test('findNewerFunctions passes older functions and methods of the same name', () => {
  const code =
    'URL.createObjectURL(f);new URL(e);myURL.parse(e);x.URL.parse(e);AbortSignal.timeout(9);crypto.getRandomValues(b)';
  expect(findNewerFunctions(code)).toEqual([]);
});
