import { useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useLocation, useNavigation } from 'react-router';
import { readLeadTimes } from '#app/features/business/business-settings.ts';
import { readOwnLists } from '#app/features/business/own-lists.ts';
import { readHomeText, siteTexts } from '#app/features/business/site-texts.ts';
import { readCardVersion } from '#app/features/designer/color-card.ts';
import { type DeliveryCheck, readDeliveryCheck } from '#app/features/designer/delivery-check.ts';
import { readListingTerms, unknownTerms } from '#app/features/designer/listing-terms.ts';
import { QuoteRequestLink } from '#app/features/enquiries/quote-request-link.tsx';
import { builtInSections, readActiveSection } from '#app/features/heroes/heroes.ts';
import { readImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import type { Row } from '#app/lib/database.types.ts';
import { shedsPerPage } from '#app/lib/limits.ts';
import { emptyPage } from '#app/lib/paginate.ts';
import { isRecordChange } from '#app/site/keep-page-shown.tsx';
import { PageLinks } from '#app/site/page-links.tsx';
import { AltTextsProvider, SiteLink, useAltText } from '#app/site/page-parts.tsx';
import { RecordDialog, useOpenRecord } from '#app/site/record-overlay.tsx';
import { logContext, supabaseContext, withFallback } from '#app/site/request-context.ts';
import {
  breadcrumbNode,
  businessNode,
  getSite,
  pageMeta,
  websiteNode,
} from '#app/site/seo/page-meta.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import { toDrawnShed } from '../drawn-shed.ts';
import { ListedPrice, ListingTermsProvider } from '../listed-shed.tsx';
import {
  countShedChoices,
  formatShedFilter,
  getFilterDesignUrl,
  listChosen,
  parseShedFilter,
  shedSorts,
} from '../shed-filter.ts';
import { type DrawnShed, readActiveShed, readShedFacets, readShedsPage } from '../shed-listings.ts';
import type { Route } from './+types/sheds-page.ts';
import { ChosenFilters, FilterSheet, ListSelect, ShedFilters } from './shed-filters.tsx';
import { ShedCard, ShedDetails, shedListNode, shedMeta } from './shed-parts.tsx';
import '#app/site/image-pages.css';

export async function loader({ context, url }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const { searchParams } = url;
  const own = await withFallback(readOwnLists(client), {}, log);
  const filter = parseShedFilter(searchParams, own);
  const openId = searchParams.get('shed');
  const usualButton = siteTexts.home.designer_button.usual;
  const [hero, page, facets, terms, colors, designerButton, delivery, leadTimes] =
    await Promise.all([
      withFallback(readActiveSection(client, 'sheds_hero'), null, log),
      withFallback(readShedsPage(client, filter, searchParams.get('page')), emptyPage, log),
      withFallback(readShedFacets(client), [], log),
      withFallback(readListingTerms(client), unknownTerms, log),
      withFallback(readCardVersion(client), '', log),
      withFallback(readHomeText(client, 'designer_button'), usualButton, log),
      // The page of a listing answers.
      withFallback(readDeliveryCheck(client, new URLSearchParams()), null, log),
      withFallback(readLeadTimes(client), undefined, log),
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
    sheds: { ...page, rows: page.rows.map((shed) => toDrawnShed(shed, colors)) },
    otherShed: otherShed && toDrawnShed(otherShed, colors),
    counts: countShedChoices(facets, filter, own),
    own,
    texts,
    terms,
    designerButton,
    delivery,
    leadTimes,
  };
}

export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.defaultShouldRevalidate && !isRecordChange(args);
}

export default function Sheds({ loaderData }: Route.ComponentProps) {
  const { hero, sheds, otherShed, counts, own, texts, terms, designerButton } = loaderData;
  const { delivery, leadTimes } = loaderData;
  const { pathname, search } = useLocation();
  const next = useNavigation().location;
  const { id, getUrl, open, close } = useOpenRecord('shed');
  const filter = parseShedFilter(new URLSearchParams(search), own);
  // The chosen filter is shown while its sheds load.
  const requested =
    next?.pathname === pathname ? parseShedFilter(new URLSearchParams(next.search), own) : filter;
  const { rows, page, pages, total } = sheds;
  const opened = [...rows, otherShed].find((shed) => shed?.id === id) ?? undefined;
  const isFiltered = listChosen(filter).length > 0;
  const filters = { filter: requested, pathname, counts, own, total };
  const hasFilters = total > 0 || isFiltered;
  return (
    <AltTextsProvider texts={texts}>
      <ListingTermsProvider value={terms}>
        <ShedsHero hero={hero} designerButton={designerButton} />
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
                      : 'No sheds are listed right now'
                    : `${total} ${total === 1 ? 'shed' : 'sheds'}`}
                </h2>
              </div>
              {hasFilters && (
                <div className="flex w-full flex-wrap items-start gap-3 sm:w-auto sm:flex-nowrap">
                  <FilterSheet {...filters} />
                  <ListSelect
                    filter={requested}
                    pathname={pathname}
                    own={own}
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
                <QuoteRequestLink className={buttonClass('primary')}>
                  Request Custom Quote
                </QuoteRequestLink>
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
            <div className="mt-8 border border-line bg-pine p-6 sm:p-8">
              <SiteLink
                to={total === 0 ? getFilterDesignUrl(filter) : '/design'}
                className="drawn-link display inline-block py-1.5 text-2xl sm:text-3xl"
              >
                Not found yours? Design it
              </SiteLink>
              <p className="mt-1 max-w-prose">
                Choose the style, size and colours yourself, and see your shed from every side.
              </p>
            </div>
          </section>
        </div>
        <ShedDialog
          {...{ delivery, leadTimes }}
          shed={opened}
          closeUrl={getUrl()}
          onClose={close}
        />
      </ListingTermsProvider>
    </AltTextsProvider>
  );
}

export function meta({ loaderData, location, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  const { hero, sheds, otherShed = null, own = {}, texts = {} } = loaderData ?? {};
  const { rows = [], page = 1, total = 0 } = sheds ?? {};
  const searchParams = new URLSearchParams(location.search);
  const openId = searchParams.get('shed');
  const opened = [...rows, otherShed].find((shed) => shed?.id === openId);
  if (opened) return shedMeta(site, opened, texts);
  // A filtered list is not indexed; each page of the whole list is canonical.
  const filtered = formatShedFilter(parseShedFilter(searchParams, own)) !== '';
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

const builtIn = builtInSections.sheds_hero;

type ShedsHeroProps = { hero: Row<'home_content'> | null; designerButton: string };

function ShedsHero({ hero, designerButton }: ShedsHeroProps) {
  const getAlt = useAltText();
  const { title, subtitle, content, cta_text, cta_link, image_url } = hero ?? builtIn;
  return (
    <section className="border-line border-b lg:grid lg:grid-cols-2">
      <div className="wrap py-7 sm:py-11 lg:mr-0 lg:max-w-[41rem]">
        <h1
          className={`display ${title.length > 60 ? 'text-3xl sm:text-4xl' : 'text-5xl sm:text-7xl'}`}
        >
          {title}
        </h1>
        {subtitle && <p className="mt-4 max-w-xl font-semibold text-xl">{subtitle}</p>}
        {content && <p className="mt-3 max-w-xl whitespace-pre-line text-lg">{content}</p>}
        <div className="mt-5 flex flex-wrap gap-3">
          <QuoteRequestLink href={cta_link || undefined} className={buttonClass('primary')}>
            {cta_text || builtIn.cta_text}
          </QuoteRequestLink>
          <SiteLink to="/design" className={buttonClass('secondary')}>
            {designerButton}
          </SiteLink>
        </div>
      </div>
      {image_url && (
        <div className="pitched relative hidden bg-pine [--pitch:16%] lg:block lg:max-h-160">
          <ResponsiveImage
            path={image_url}
            alt={getAlt(image_url)}
            sizes="50vw"
            width={1280}
            height={720}
            priority
            media="(min-width: 64rem)"
            className="absolute inset-0 size-full object-cover"
            fallback={
              <ResponsiveImage
                path={builtIn.drawing}
                alt=""
                sizes="50vw"
                width={960}
                height={720}
                className="absolute inset-0 size-full object-cover"
                fallback={null}
              />
            }
          />
        </div>
      )}
    </section>
  );
}

type ShedDialogProps = {
  shed: DrawnShed | undefined;
  delivery: DeliveryCheck | null;
  leadTimes: string | undefined;
  closeUrl: string;
  onClose: () => Promise<void>;
};

function ShedDialog({ shed, delivery, leadTimes, closeUrl, onClose }: ShedDialogProps) {
  // The dialog keeps its content while it fades out.
  const [last, setLast] = useState(shed);
  if (shed && shed !== last) setLast(shed);
  const shown = shed ?? last;
  if (!shown) return null;
  return (
    <RecordDialog
      open={shed !== undefined}
      onClose={onClose}
      closeUrl={closeUrl}
      title={shown.title}
      footer={
        <div className="flex items-center justify-between gap-4">
          <p className="min-w-0 font-display font-semibold text-xl sm:text-2xl">
            <ListedPrice price={shown.price} withIncluded />
          </p>
          <QuoteRequestLink
            shed={shown}
            closeRecord={onClose}
            className={buttonClass('primary', 'shrink-0')}
          >
            Request a Quote
          </QuoteRequestLink>
        </div>
      }
    >
      <ShedDetails {...{ delivery, leadTimes }} shed={shown} id="open-shed" isInDialog>
        <a
          href={`/custom-sheds/${shown.id}`}
          className="drawn-link inline-flex min-h-11 items-center font-semibold"
        >
          See full details
        </a>
      </ShedDetails>
    </RecordDialog>
  );
}
