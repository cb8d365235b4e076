import { data } from 'react-router';
import type { FAQPage } from 'schema-dts';
import { endSentence } from '#app/lib/text.ts';
import { splitLinks } from '#app/lib/text-links.ts';
import { logContext, supabaseContext, withUnavailableError } from '#app/site/request-context.ts';
import {
  breadcrumbNode,
  businessNode,
  getSite,
  pageMeta,
  pageNode,
  type Site,
  websiteNode,
} from '#app/site/seo/page-meta.ts';
import { readFaq } from '../business-settings.ts';
import type { FaqEntry } from '../faq.ts';
import type { Route } from './+types/faq-page.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const reading = readFaq(context.get(supabaseContext));
  const entries = await withUnavailableError(reading, context.get(logContext));
  if (entries.length === 0) throw data(null, { status: 404 });
  return { entries };
}

const title = 'Frequently asked questions';

export default function Faq({ loaderData: { entries } }: Route.ComponentProps) {
  return (
    <div className="wrap py-8 sm:py-13">
      <h1 className="display text-5xl wrap-anywhere sm:text-7xl">{title}</h1>
      {entries.map(({ question, answer }) => (
        <section key={question} className="mt-7 max-w-prose wrap-anywhere">
          <h2 className="display text-2xl">{question}</h2>
          <p className="mt-2 whitespace-pre-line">
            <LinkedText text={answer} />
          </p>
        </section>
      ))}
    </div>
  );
}

function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((part, index) =>
    part.href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity
      <a key={index} href={part.href} rel="noopener" className="drawn-link">
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
}

/** By https://developers.google.com/search/docs/appearance/structured-data/faqpage */
function faqNode(site: Site, page: { path: string; title: string }, entries: FaqEntry[]): FAQPage {
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

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  if (!loaderData) return [{ title: `Page not found | ${site.name}` }];
  const page = { path: '/faq', title };
  return pageMeta(site, {
    ...page,
    description: endSentence(`Answers to what customers often ask ${site.name}`),
    card: { drawing: 'faq' },
    graph: [
      websiteNode(site),
      businessNode(site),
      faqNode(site, page, loaderData.entries),
      breadcrumbNode(site, [{ name: title, path: page.path }]),
    ],
  });
}
