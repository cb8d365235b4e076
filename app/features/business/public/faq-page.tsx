import { data } from 'react-router';
import { endSentence } from '#app/lib/text.ts';
import { faqNode, Question } from '#app/site/questions.tsx';
import { logContext, supabaseContext, withUnavailableError } from '#app/site/request-context.ts';
import {
  breadcrumbNode,
  businessNode,
  getSite,
  pageMeta,
  websiteNode,
} from '#app/site/seo/page-meta.ts';
import { readFaq } from '../business-settings.ts';
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
      {entries.map((entry) => (
        <Question key={entry.question} entry={entry} />
      ))}
    </div>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  if (!loaderData) return [{ title: `Page not found | ${site.name}` }];
  const page = { path: '/faq', title };
  return pageMeta(site, {
    ...page,
    description: endSentence(`Answers to the questions customers ask ${site.name} most often`),
    card: { drawing: 'faq' },
    graph: [
      websiteNode(site),
      businessNode(site),
      faqNode(site, page, loaderData.entries),
      breadcrumbNode(site, [{ name: title, path: page.path }]),
    ],
  });
}
