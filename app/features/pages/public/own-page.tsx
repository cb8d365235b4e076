import { data } from 'react-router';
import { AltTextsProvider } from '#app/site/page-parts.tsx';
import { faqNode } from '#app/site/questions.tsx';
import { logContext, supabaseContext, withUnavailableError } from '#app/site/request-context.ts';
import {
  breadcrumbNode,
  businessNode,
  getSite,
  pageMeta,
  pageNode,
  websiteNode,
} from '#app/site/seo/page-meta.ts';
import { getPagePath, readOwnPage } from '../own-pages.ts';
import type { Route } from './+types/own-page.ts';
import { PageSections } from './page-sections.tsx';
import { readPageParts } from './read-page-parts.ts';
import '#app/site/image-pages.css';

export async function loader({ params, context }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const page = await withUnavailableError(readOwnPage(client, params.slug), log);
  if (!page) throw data(null, { status: 404 });
  return { ...(await readPageParts(client, page, log)), path: getPagePath(page.slug) };
}

export default function OwnPagePage({ loaderData }: Route.ComponentProps) {
  return (
    <AltTextsProvider texts={loaderData.texts}>
      <PageSections {...loaderData} />
    </AltTextsProvider>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  if (!loaderData) return [{ title: `Page not found | ${site.name}` }];
  const { path, title, description, image, sections, texts } = loaderData;
  const page = { path, title };
  const questions = sections.filter((section) => section.type === 'question');
  return pageMeta(site, {
    ...page,
    description,
    card: { image, drawing: 'home' },
    texts,
    graph: [
      websiteNode(site),
      businessNode(site),
      questions.length > 0 ? faqNode(site, page, questions) : pageNode(site, 'WebPage', page),
      breadcrumbNode(site, [{ name: title, path: page.path }]),
    ],
  });
}
