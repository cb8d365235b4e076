import { type ShouldRevalidateFunctionArgs, useLocation, useNavigation } from 'react-router';
import { readListingTerms } from '#app/features/designer/design-prices.ts';
import { unknownTerms } from '#app/features/designer/listing-terms.ts';
import { QuoteRequestLink } from '#app/features/enquiries/quote-request-link.tsx';
import { readActiveSection } from '#app/features/heroes/heroes.ts';
import { readImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import { shedsPerPage } from '#app/lib/limits.ts';
import { emptyPage } from '#app/lib/paginate.ts';
import { AltTextsProvider } from '#app/site/alt-texts.tsx';
import { isRecordChange, useOpenRecord } from '#app/site/open-record.ts';
import { PageLinks } from '#app/site/page-links.tsx';
import { logContext, supabaseContext } from '#app/site/request-context.ts';
import { businessNode } from '#app/site/seo/business-node.ts';
import { breadcrumbNode, websiteNode } from '#app/site/seo/json-ld.ts';
import { pageMeta } from '#app/site/seo/page-meta.ts';
import { getSite } from '#app/site/seo/site.ts';
import { SiteLink } from '#app/site/site-link.tsx';
import { withFallback } from '#app/site/with-fallback.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { getFilterDesignUrl } from '../filter-design-url.ts';
import { ListingTermsProvider } from '../listed-price.tsx';
import { withDrawing } from '../listing-image.ts';
import {
  countShedChoices,
  formatShedFilter,
  listChosen,
  parseShedFilter,
  shedSorts,
} from '../shed-filter.ts';
import { readActiveShed, readShedFacets, readShedsPage } from '../shed-listings.ts';
import type { Route } from './+types/sheds-page.ts';
import { FilterSheet } from './filter-sheet.tsx';
import { ListSelect } from './list-select.tsx';
import { ShedCard } from './shed-card.tsx';
import { ShedDialog } from './shed-dialog.tsx';
import { ChosenFilters, ShedFilters } from './shed-filters.tsx';
import { shedMeta } from './shed-meta.ts';
import { shedListNode } from './shed-nodes.ts';
import { ShedsHero } from './sheds-hero.tsx';
import '#app/site/image-pages.css';

export async function loader({ context, url }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const { searchParams } = url;
  const filter = parseShedFilter(searchParams);
  const openId = searchParams.get('shed');
  const [hero, page, facets, terms] = await Promise.all([
    withFallback(readActiveSection(client, 'sheds_hero'), null, log),
    withFallback(readShedsPage(client, filter, searchParams.get('page')), emptyPage, log),
    withFallback(readShedFacets(client), [], log),
    withFallback(readListingTerms(client), unknownTerms, log),
  ]);
  const otherShed =
    openId && !page.rows.some((shed) => shed.id === openId)
      ? await withFallback(readActiveShed(client, openId), null, log)
      : null;
  const paths = [
    hero?.image_url,
    ...[...page.rows, ...(otherShed ? [otherShed] : [])].flatMap(({ images }) => images),
  ];
  const texts = await withFallback(readImageAltTexts(client, paths), {}, log);
  return {
    hero,
    sheds: { ...page, rows: page.rows.map((shed) => withDrawing(shed)) },
    otherShed: otherShed && withDrawing(otherShed),
    counts: countShedChoices(facets, filter),
    texts,
    terms,
  };
}

export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.defaultShouldRevalidate && !isRecordChange(args);
}

export default function Sheds({ loaderData }: Route.ComponentProps) {
  const { hero, sheds, otherShed, counts, texts, terms } = loaderData;
  const { pathname, search } = useLocation();
  const next = useNavigation().location;
  const { id, getUrl, open, close } = useOpenRecord('shed');
  const filter = parseShedFilter(new URLSearchParams(search));
  // The chosen filter is shown while its sheds load.
  const requested =
    next?.pathname === pathname ? parseShedFilter(new URLSearchParams(next.search)) : filter;
  const { rows, page, pages, total } = sheds;
  const opened = [...rows, otherShed].find((shed) => shed?.id === id) ?? undefined;
  const isFiltered = listChosen(filter).length > 0;
  const filters = { filter: requested, pathname, counts, total };
  const hasFilters = total > 0 || isFiltered;
  return (
    <AltTextsProvider texts={texts}>
      <ListingTermsProvider value={terms}>
        <ShedsHero hero={hero} />
        <div
          className={`wrap grid grid-cols-1 gap-x-12 gap-y-6 py-7 sm:py-9 ${hasFilters ? 'lg:grid-cols-[17rem_1fr]' : ''}`}
        >
          {hasFilters && (
            <div
              id="filters"
              className="hidden target:block lg:sticky lg:top-22 lg:block lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto lg:overscroll-contain lg:[scrollbar-width:thin]"
            >
              <ShedFilters {...filters} />
            </div>
          )}
          <section aria-labelledby="sheds-found" className="min-w-0">
            <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <div role="status">
                <h2 id="sheds-found" tabIndex={-1} className="font-semibold text-lg outline-none">
                  {total === 0
                    ? isFiltered
                      ? 'No sheds match your current filters'
                      : 'There are no sheds on show right now'
                    : `${total} ${total === 1 ? 'shed' : 'sheds'}`}
                </h2>
              </div>
              {hasFilters && (
                <div className="flex w-full flex-wrap items-start gap-3 sm:w-auto sm:flex-nowrap">
                  <FilterSheet {...filters} />
                  <ListSelect
                    filter={requested}
                    pathname={pathname}
                    field="sort"
                    label="Sort by"
                    options={shedSorts.map(({ value, label }, index) => ({
                      value: index === 0 ? '' : value,
                      label,
                    }))}
                    button="Sort"
                    className="flex min-w-0 grow basis-36 flex-wrap items-center gap-3 sm:basis-64"
                    labelClassName="sr-only shrink-0 text-ink-soft sm:not-sr-only"
                  />
                </div>
              )}
            </div>
            <ChosenFilters filter={filter} pathname={pathname} />
            {total === 0 && (
              <div className="border border-line bg-sheet p-6 sm:p-8">
                <p className="mb-5 max-w-prose">
                  {isFiltered
                    ? 'Remove a filter, or tell us what you need.'
                    : 'Tell us what you need.'}
                </p>
                <div className="flex flex-wrap gap-3">
                  <QuoteRequestLink className={buttonClass('primary')}>
                    Request Custom Quote
                  </QuoteRequestLink>
                  <SiteLink to={getFilterDesignUrl(filter)} className={buttonClass('secondary')}>
                    Design your shed
                  </SiteLink>
                </div>
              </div>
            )}
            <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 xl:grid-cols-3">
              {rows.map((shed, index) => (
                <li key={shed.id}>
                  <ShedCard shed={shed} priority={index === 0} onOpen={() => open(shed.id)} />
                </li>
              ))}
            </ul>
            <PageLinks url={`${pathname}${formatShedFilter(filter)}`} page={page} pages={pages} />
          </section>
        </div>
        <ShedDialog shed={opened} closeUrl={getUrl()} onClose={close} />
      </ListingTermsProvider>
    </AltTextsProvider>
  );
}

export function meta({ loaderData, location, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  const { hero, sheds, otherShed = null, texts = {} } = loaderData ?? {};
  const { rows = [], page = 1, total = 0 } = sheds ?? {};
  const searchParams = new URLSearchParams(location.search);
  const openId = searchParams.get('shed');
  const opened = [...rows, otherShed].find((shed) => shed?.id === openId);
  if (opened) return shedMeta(site, opened, texts);
  // A filtered list is not indexed; each page of the whole list is canonical.
  const filtered = formatShedFilter(parseShedFilter(searchParams)) !== '';
  const further = page > 1 && !filtered;
  const path = further ? `/custom-sheds?page=${page}` : '/custom-sheds';
  const title = further ? `Custom Sheds, page ${page}` : 'Custom Sheds';
  return pageMeta(site, {
    path,
    title,
    description:
      [hero?.subtitle, hero?.content].filter(Boolean).join(' ') ||
      'Custom sheds in Ontario: choose one from the list, or design your own.',
    card: { image: hero?.image_url || null, drawing: 'sheds' },
    texts,
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
