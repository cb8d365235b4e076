import { expect, test } from 'vitest';
import { isProfileUrl, listSocialLinks } from './social-networks.ts';

test.each([
  ['https://www.linkedin.com/company/ridgeline', true],
  ['https://LinkedIn.com', true],
  ['http://linkedin.com/company/ridgeline', false],
  ['https://linkedin.com.example/ridgeline', false],
  ['https://notlinkedin.com/ridgeline', false],
  ['https://linkedin.com@example.com/', false],
  ['https://example.com/linkedin.com', false],
  ['javascript:alert(1)//linkedin.com', false],
])('%s is a profile of LinkedIn: %s', (url, expected) => {
  expect(isProfileUrl('linkedin', url)).toBe(expected);
});

test('stored profiles are listed in the usual order, without what is no profile', () => {
  const stored = {
    x: 'https://twitter.com/ridgeline',
    houzz: 'https://evil.example/',
    tiktok: 7,
    youtube: 'https://www.youtube.com/@ridgeline',
    myspace: 'https://myspace.com/ridgeline',
  };
  expect(listSocialLinks(stored)).toEqual([
    { label: 'YouTube', url: 'https://www.youtube.com/@ridgeline' },
    { label: 'X', url: 'https://twitter.com/ridgeline' },
  ]);
  expect(listSocialLinks(null)).toEqual([]);
});
