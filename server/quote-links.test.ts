import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) =>
  readFileSync(new URL(`../deploy/proxy/${name}`, import.meta.url), 'utf8');

/** The expressions that replace tokens in the logs, all of which ignore case. */
const expressions = [
  ...[...read('Caddyfile').matchAll(/ regexp \(\?i\)(\S+) (\S+)$/gm)].map(
    ([, pattern = '', replacement = '']) => [new RegExp(pattern, 'i'), replacement] as const,
  ),
  ...[...read('nginx.conf').matchAll(/"~\*(\S+)" "\$\{(\w+)\}redacted\$(\w+)"/g)].map(
    ([, pattern = '', before, after]) =>
      [new RegExp(pattern, 'i'), `$<${before}>redacted$<${after}>`] as const,
  ),
];

test.each([
  '/quotes/TOKEN',
  '/Quotes/TOKEN/',
  '/QUOTES//TOKEN/quote.pdf?x=1',
  'https://sheds.example/quotes/TOKEN.data?_routes=x',
])('logs of Caddy and nginx have no token of %s', (address) => {
  expect(expressions).toHaveLength(5);
  for (const [pattern, replacement] of expressions) {
    const logged = address.replace(pattern, replacement);
    expect(logged).not.toContain('TOKEN');
    expect(logged).toContain('redacted');
  }
});
