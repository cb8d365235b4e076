import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Row } from '#app/data/database.types.ts';
import { readActiveSection } from '#app/data/home-content.ts';
import { readImageAltTexts } from '#app/data/image-alt-texts.ts';
import { readShedsPage } from '#app/data/shed-listings.ts';
import { shedsPerPage } from '#app/domain/limits.ts';
import { emptyPage } from '#app/domain/pages.ts';
import { formatShedFilter, parseShedFilter } from '#app/domain/sheds/shed-filter.ts';
import { AltTextsProvider } from '#app/site/alt-texts.tsx';
import { QuoteLink } from '#app/site/enquiries/quote-link.tsx';
import { PageLinks } from '#app/site/page-links.tsx';
import { logContext, supabaseContext } from '#app/site/request-context.ts';
import { businessNode } from '#app/site/seo/business-node.ts';
import { breadcrumbNode, websiteNode } from '#app/site/seo/json-ld.ts';
import { pageMeta } from '#app/site/seo/page-meta.ts';
import { shedListNode } from '#app/site/seo/shed-nodes.ts';
import { getSite } from '#app/site/seo/site.ts';
import { withFallback } from '#app/site/with-fallback.ts';
import { buttonClass } from '#app/ui/button.tsx';
import type { Route } from './+types/list.ts';
import { ShedCard } from './shed-card.tsx';
import { ShedDialog } from './shed-dialog.tsx';
import { ChosenFilters, ShedFilters } from './shed-filters.tsx';
import { ShedsHero } from './sheds-hero.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const { searchParams } = url;
  const [hero, page] = await Promise.all([
    withFallback(readActiveSection(client, 'sheds_hero'), null, log),
    withFallback(
      readShedsPage(client, parseShedFilter(searchParams), searchParams.get('page')),
      emptyPage,
      log,
    ),
  ]);
  const paths = [hero?.image_url, ...page.rows.flatMap(({ images }) => images)];
  const texts = await withFallback(readImageAltTexts(client, paths), {}, log);
  return { hero, sheds: page, texts };
}

export default function Sheds({ loaderData }: Route.ComponentProps) {
  const { hero, sheds, texts } = loaderData;
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState<Row<'shed_listings'>>();
  const filter = parseShedFilter(new URLSearchParams(search));
  const { rows, page, pages, total } = sheds;
  return (
    <AltTextsProvider texts={texts}>
      <ShedsHero hero={hero} />
      <div className="wrap grid grid-cols-1 gap-8 py-10 sm:py-14 lg:grid-cols-[17rem_1fr] lg:gap-12">
        <ShedFilters filter={filter} pathname={pathname} />
        <section aria-labelledby="sheds-found">
          <div role="status">
            <h2 id="sheds-found" tabIndex={-1} className="mb-5 font-semibold text-lg outline-none">
              {total === 0
                ? 'No sheds match your current filters'
                : `${total} ${total === 1 ? 'shed' : 'sheds'}`}
            </h2>
          </div>
          <ChosenFilters filter={filter} pathname={pathname} />
          {total === 0 && (
            <div className="border border-line bg-sheet p-8">
              <p className="mb-5 max-w-prose">
                Take a filter away, or tell us what you have in mind: most of what we build is on no
                list.
              </p>
              <QuoteLink className={buttonClass('primary')}>Request Custom Quote</QuoteLink>
            </div>
          )}
          <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 xl:grid-cols-3">
            {rows.map((shed, index) => (
              <li key={shed.id} className="content-visibility-150">
                <ShedCard shed={shed} priority={index === 0} onOpen={() => setOpen(shed)} />
              </li>
            ))}
          </ul>
          <PageLinks url={`${pathname}${formatShedFilter(filter)}`} page={page} pages={pages} />
        </section>
      </div>
      <ShedDialog shed={open} onClose={() => setOpen(undefined)} />
    </AltTextsProvider>
  );
}

export function meta({ loaderData, location, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  const { hero, sheds } = loaderData ?? {};
  const { rows = [], page = 1, total = 0 } = sheds ?? {};
  // A filtered list is not indexed; each page of the whole list is canonical.
  const filtered = formatShedFilter(parseShedFilter(new URLSearchParams(location.search))) !== '';
  const further = page > 1 && !filtered;
  const path = further ? `/custom-sheds?page=${page}` : '/custom-sheds';
  const title = further ? `Custom Sheds, page ${page}` : 'Custom Sheds';
  return pageMeta(site, {
    path,
    title,
    description:
      [hero?.subtitle, hero?.content].filter(Boolean).join(' ') ||
      'Sheds in wood, Duratemp, metal and vinyl, from 8x8 up, built in Ontario.',
    card: { image: hero?.image_url || null, drawing: 'sheds' },
    texts: loaderData?.texts,
    graph: [
      websiteNode(site),
      businessNode(site),
      shedListNode(site, {
        path,
        title,
        sheds: rows,
        before: (page - 1) * shedsPerPage,
        total,
      }),
      breadcrumbNode(site, [{ name: title, path }]),
    ],
  });
}
