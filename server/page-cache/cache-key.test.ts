import { expect, test } from 'vitest';
import { cacheKeyFor } from './cache-key.ts';

const own = { project_type: ['Decks & porches'], material: ['Cedar'] };
const id = '50000000-0000-4000-8000-000000000003';

test.each([
  ['/', '/'],
  ['/?utm_source=x&fbclid=1', '/'],
  [`/?project=${id}&x=1&work=garage`, `/?project=${id}&work=garage`],
  ['/?work=<script>', '/'],
  ['/?work=siding&menu=closed', '/?menu=closed&work=siding'],
  ['/?menu=open', '/'],
  ['/?work=garage&work=custom-shed', '/?work=garage'],
  ['/sheds?size=small&material=WOOD', '/sheds?material=Wood&size=Small'],
  ['/sheds?material=Wood&size=Small', '/sheds?material=Wood&size=Small'],
  ['/sheds?page=2&color=Navy+Blue', '/sheds?color=Navy+Blue&page=2'],
  ['/sheds?color=Navy%20Blue&page=1', '/sheds?color=Navy+Blue'],
  ['/sheds?sort=price&price=5000&size=small', '/sheds?size=Small&price=5000&sort=price'],
  ['/sheds?sort=featured&price=5001', '/sheds'],
  [`/sheds?shed=${id}&color=red&page=2`, `/sheds?color=Red&shed=${id}&page=2`],
  ['/sheds?shed=1', '/sheds'],
  ['/custom-sheds?page=99999&page=2', '/custom-sheds?page=9999'],
  [`/custom-sheds/${id}?ref=x`, `/custom-sheds/${id}`],
  [`/projects/${id}?work=garage`, `/projects/${id}`],
  ['/services/garages-and-additions?x=1', '/services/garages-and-additions'],
  [`/custom-sheds/${id}?place=+`, `/custom-sheds/${id}`],
  ['/blog?page=2&material=wood', '/blog?page=2'],
  ['/blog.data?_routes=x&page=0', '/blog.data'],
  ['/reviews?page=2&rating=5', '/reviews?page=2'],
  ['/blog/a-shed-is-built?preview=1', '/blog/a-shed-is-built'],
  ['/pages/about-us?utm_source=x', '/pages/about-us'],
  ['/contact?sent=yes', '/contact'],
  ['/contact?sent=yes&receipt=x', '/contact'],
  [`/quote-request?project=${id}`, `/quote-request?project=${id}`],
  ['/contact?sent=no', '/contact'],
  [`/quote-request?shed=${id}&sent=yes`, `/quote-request?shed=${id}`],
  ['/quote-request?type=Home+Addition', '/quote-request?type=Home+Addition'],
  ['/quote-request?type=Castle', '/quote-request'],
  ['/sheds?material=cedar&style=Cedar', '/sheds?material=Cedar'],
  ['/?work=Decks%20%26%20porches', '/?work=Decks+%26+porches'],
  ['/quote-request?type=Decks+%26+porches', '/quote-request?type=Decks+%26+porches'],
  ['/design', '/design'],
  ['/design?utm_source=fb&fbclid=1&gad_source=1&msclkid=2&epik=3', '/design'],
  ['/design?style=gable&size=10x12', '/design?style=gable&size=10x12'],
  ['/design?hsa_acc=1&style=gable&size=10x12&srsltid=2', '/design?style=gable&size=10x12'],
  [
    '/design.data?style=gambrel&size=12x16&color=red',
    '/design.data?style=gambrel&size=12x16&color=red',
  ],
  ['/sitemap.xml?v=1', '/sitemap.xml'],
  ['/_.data?_routes=root&work=garage', '/_.data?work=garage'],
  ['/sheds.data?_routes=sheds&material=wood', '/sheds.data?material=Wood'],
])('%s has the cache key %s', (target, key) => {
  expect(cacheKeyFor(target, own)).toBe(key);
  expect(cacheKeyFor(key, own)).toBe(key);
});

test.each([
  '/admin',
  '/admin/quotes.data',
  '/sheds/',
  '//sheds',
  '/SHEDS',
  '/%73heds',
  '/blog/../admin',
  '/blog/%2e%2e/admin',
  '/contact.json',
  '/design?size=10x12&style=gable',
  '/design?style=gable&size=10x12&color=natural',
  '/design?style=gable&size=10x13',
  '/design?style=castle&size=10x12',
  '/design?style=gable&size=10x12&foundation=concrete-slab',
  '/design?style=gable&size=10x12&place=Tamsin',
  `/custom-sheds/${id}?place=Tamsin`,
  '/design.data?style=gable',
  '/quote-request?design=style%3Dgable',
  '/sitemap.xml.data',
  '/.data',
  '*',
  'http://elsewhere.example/',
])('%s is not cached', (target) => {
  expect(cacheKeyFor(target, own)).toBeUndefined();
});
