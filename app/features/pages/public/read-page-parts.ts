import { readImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import { readApprovedReviews } from '#app/features/reviews/reviews.ts';
import type { Client } from '#app/lib/client.ts';
import { plainText } from '#app/lib/summary.ts';
import { type Log, withFallback } from '#app/site/request-context.ts';
import type { OwnPage } from '../own-pages.ts';
import { parsePageContent, type Section } from '../page-content.ts';

/** Reads what the parts of a page show. */
export async function readPageParts(client: Client, page: OwnPage, log: Log) {
  const sections = parsePageContent(page.content);
  const paths = sections.flatMap((section) => {
    if (section.type === 'gallery') return section.paths;
    if (section.type === 'comparison') return [section.before, section.after];
    return section.type === 'video' ? [section.thumbnail] : [];
  });
  const reviewIds = sections.flatMap((section) => (section.type === 'review' ? section.id : []));
  const reviews = await withFallback(readApprovedReviews(client, reviewIds), [], log);
  const shown = [...paths, ...reviews.map((review) => review.image)];
  const texts = await withFallback(readImageAltTexts(client, shown), {}, log);
  const { title, slug } = page;
  const description = page.description || describeSections(sections) || title;
  const image = paths.find((path) => path) ?? null;
  return { title, slug, description, image, sections, texts, reviews };
}

function describeSections(sections: Section[]): string {
  const texts = sections.map((section) => {
    if (section.type === 'text') return plainText(section.html);
    return section.type === 'question' ? section.answer : '';
  });
  return texts.find((text) => text) ?? '';
}
