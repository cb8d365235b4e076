import { expect, test } from 'vitest';
import { getRelatedPosts } from './blog-posts.ts';

const post = (id: string, title: string, excerpt: string | null = null) => ({ id, title, excerpt });
const posts = [
  post('1', 'Slab or piers under a garage'),
  post('2', 'Do you need a permit for a shed in Ontario?'),
  post('3', 'How to prepare the ground for a shed', 'Build a gravel pad'),
  post('4', 'Getting a shed through an Ontario winter'),
  post('5', 'Choosing siding'),
];
const listIds = (related: { id: string }[]) => related.map(({ id }) => id);

test('getRelatedPosts puts the posts with the most shared words first', () => {
  expect(listIds(getRelatedPosts(post('2', 'A permit in Ontario'), posts))).toEqual([
    '4',
    '1',
    '3',
  ]);
  const gravel = post('9', 'A gravel pad', 'The ground of a shed');
  expect(listIds(getRelatedPosts(gravel, posts))).toEqual(['3', '2', '4']);
});

test('getRelatedPosts excludes the post itself', () => {
  expect(getRelatedPosts(post('1', ''), posts.slice(0, 1))).toEqual([]);
});
