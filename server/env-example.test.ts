import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { environment } from './settings.ts';

const example = readFileSync('.env.example', 'utf8');
const values = [...example.matchAll(/^#([A-Z0-9_]+)=(.*)$/gm)].map(
  ([, name = '', value = '']): [name: string, value: string] => [name, value],
);
const given = Object.fromEntries(values.filter(([, value]) => value !== ''));
const defaults = environment.parse({});

test('.env.example names every setting, and no other', () => {
  expect(values.map(([name]) => name)).toEqual(Object.keys(environment.shape));
});

test('.env.example has the default of every setting that has one', () => {
  expect(Object.keys(given)).toEqual(
    Object.keys(environment.shape).filter((name) => name in defaults),
  );
  expect(environment.parse(given)).toEqual(defaults);
});

test('.env.example has one line about each setting', () => {
  const [, ...settings] = example.split('\n\n');
  const lines = settings.join('\n').trimEnd().split('\n');
  expect(lines).toHaveLength(2 * values.length);
  for (const [index, [name]] of values.entries()) {
    expect(lines[2 * index]).toMatch(/^# \S/);
    expect(lines[2 * index + 1]).toMatch(RegExp(`^#${name}=`));
  }
});
