import type { FAQPage } from 'schema-dts';
import type { FaqEntry } from '#app/features/business/faq.ts';
import { splitLinks } from '#app/lib/text-links.ts';
import { pageNode, type Site } from './seo/page-meta.ts';

/** A question with its answer, in which web addresses are links. */
export function Question({ entry: { question, answer } }: { entry: FaqEntry }) {
  return (
    <section className="mt-7 max-w-prose wrap-anywhere">
      <h2 className="display text-2xl">{question}</h2>
      <p className="mt-2 whitespace-pre-line">
        {splitLinks(answer).map((part, index) =>
          part.href ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity
            <a key={index} href={part.href} rel="noopener" className="drawn-link">
              {part.text}
            </a>
          ) : (
            part.text
          ),
        )}
      </p>
    </section>
  );
}

/** By https://developers.google.com/search/docs/appearance/structured-data/faqpage */
export function faqNode(
  site: Site,
  page: { path: string; title: string },
  entries: FaqEntry[],
): FAQPage {
  const node = pageNode(site, 'WebPage', page) as object;
  return {
    ...node,
    '@type': 'FAQPage',
    mainEntity: entries.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
