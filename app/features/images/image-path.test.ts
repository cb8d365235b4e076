import { describe, expect, it } from 'vitest';
import { createImagePath, toSafeFileName } from './image-path.ts';

describe('toSafeFileName', () => {
  it.each([
    ['IMG_0042.JPG', 'IMG_0042.JPG'],
    ['our shed (back).jpeg', 'our-shed-back.jpeg'],
    ['Übersicht Garage.png', 'Ubersicht-Garage.png'],
    ['../../etc/passwd', 'etc-passwd'],
    ['写真.png', 'image.png'],
    ['', 'image'],
    ['.htaccess', 'image.htaccess'],
    ['a\u0000b\r\n.png', 'a-b.png'],
  ])('%j becomes %j', (name, safe) => {
    expect(toSafeFileName(name)).toBe(safe);
  });

  it('shortens a long name and keeps its extension', () => {
    const safe = toSafeFileName(`${'x'.repeat(300)}.webp`);
    expect(safe).toHaveLength(100);
    expect(safe.endsWith('.webp')).toBe(true);
  });
});

describe('createImagePath', () => {
  it('matches the policy of the bucket', () => {
    expect(createImagePath('inspiration', 'Été #1.png')).toMatch(
      /^inspiration\/[0-9]{10,16}-[A-Za-z0-9._-]{1,150}$/,
    );
  });

  it('returns unique paths', () => {
    const paths = Array.from({ length: 50 }, () => createImagePath('inspiration', 'image.jpg'));
    expect(new Set(paths).size).toBe(50);
  });
});
