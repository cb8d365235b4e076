import { expect, test } from 'vitest';
import { isLeaked } from './leaked-passwords.ts';

test.each(['123456', 'password', 'Password', 'QWERTY', 'iloveyou', 'hunter2'])(
  '%s has leaked',
  async (password) => {
    expect(await isLeaked(password)).toBe(true);
  },
);

test.each(['correct horse', 'battery staple', '', 'ridgeline-8-garages'])(
  '%j is on no list',
  async (password) => {
    expect(await isLeaked(password)).toBe(false);
  },
);
