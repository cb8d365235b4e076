type Comparable = { id: string; title: string; excerpt: string | null };

const maxRelatedPosts = 3;

/** Letters; shorter words say little about a subject. */
const minWordLength = 4;

/** The posts that share the most words with this one; of equals, the order stays. */
export function getRelatedPosts<Post extends Comparable>(post: Comparable, others: Post[]): Post[] {
  const words = new Set(listWords(post));
  const likeness = (other: Post) => listWords(other).filter((word) => words.has(word)).length;
  return others
    .filter((other) => other.id !== post.id)
    .sort((one, other) => likeness(other) - likeness(one))
    .slice(0, maxRelatedPosts);
}

function listWords({ title, excerpt }: Comparable): string[] {
  const words = `${title} ${excerpt ?? ''}`.toLowerCase().match(/\p{L}+/gu) ?? [];
  return [...new Set(words)].filter((word) => word.length >= minWordLength);
}
