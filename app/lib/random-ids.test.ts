import { expect, test, vi } from 'vitest';
import { createRandomHex, createUuid } from './random-ids.ts';

test('createUuid returns different UUIDs of version 4 where crypto.randomUUID does not exist', () => {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function');
  });
  const ids = Array.from({ length: 500 }, createUuid);
  expect(new Set(ids).size).toBe(500);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test('createUuid keeps 120 bits of the random bytes', () => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    (bytes as Uint8Array).set(Array.from({ length: 16 }, (_, index) => index * 17));
    return bytes;
  });
  expect(createRandomHex()).toBe('00112233445566778899aabbccddeeff');
  expect(createUuid()).toBe('00112233-4455-4677-8899-aabbccddeeff');
});
