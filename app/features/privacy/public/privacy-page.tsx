import { formatDay } from '#app/lib/dates.ts';
import { richTextToShow } from '#app/lib/rich-text.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { defaultReplyNote } from '#app/lib/site-looks.ts';
import { fallbackName } from '#app/site/navigation.ts';
import { logContext, supabaseContext, withFallback } from '#app/site/request-context.ts';
import {
  breadcrumbNode,
  businessNode,
  getSite,
  pageMeta,
  pageNode,
  websiteNode,
} from '#app/site/seo/page-meta.ts';
import { readSitePage } from '../page-texts.ts';
import {
  builtInPages,
  fillPlaceholders,
  pageDescriptions,
  type SitePageSlug,
} from '../site-pages.ts';
import type { Route } from './+types/privacy-page.ts';

export async function loader({ url, context }: Route.LoaderArgs) {
  const slug: SitePageSlug = url.pathname.startsWith('/accessibility')
    ? 'accessibility'
    : 'privacy';
  const reading = readSitePage(context.get(supabaseContext), slug);
  const own = await withFallback(reading, null, context.get(logContext));
  const { title, content } = own ?? builtInPages[slug];
  return { slug, title, content: richTextToShow(content), changed: own?.updated_at };
}

export default function SitePage({ loaderData }: Route.ComponentProps) {
  const root = useRootData();
  const { title, content, changed } = loaderData;
  const html = fillPlaceholders(content, root?.settings ?? null, {
    fallbackName,
    challenge: Boolean(root?.challengeKey),
    replyNote: root?.texts?.reply_note ?? defaultReplyNote,
  });
  return (
    <div className="wrap py-8 sm:py-13">
      <h1 className="display text-5xl wrap-anywhere sm:text-7xl">{title}</h1>
      <div
        className="rich-text mt-5 max-w-prose"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized in the loader, and fillPlaceholders escapes
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {changed && (
        <p className="mt-7 text-ink-soft">
          Last changed <time dateTime={changed}>{formatDay(changed)}</time>
        </p>
      )}
    </div>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  if (!loaderData) return [{ title: site.name }];
  const { slug, title } = loaderData;
  const page = { path: `/${slug}`, title };
  return pageMeta(site, {
    ...page,
    description: pageDescriptions[slug],
    card: { drawing: slug },
    graph: [
      websiteNode(site),
      businessNode(site),
      pageNode(site, 'WebPage', page),
      breadcrumbNode(site, [{ name: title, path: page.path }]),
    ],
  });
}
