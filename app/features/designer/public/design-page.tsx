import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { redirect, useLocation } from 'react-router';
import { hasStoredSession } from '#app/features/accounts/stored-session.ts';
import { readBusinessSettings } from '#app/features/business/business-settings.ts';
import { fillSiteTexts, type SiteTexts, siteTexts } from '#app/features/business/site-texts.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { PhoneLink } from '#app/site/page-parts.tsx';
import { logContext, supabaseContext, withFallback } from '#app/site/request-context.ts';
import {
  breadcrumbNode,
  businessNode,
  getSite,
  pageMeta,
  pageNode,
  websiteNode,
} from '#app/site/seo/page-meta.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { getRoofLevels } from '#drawing/design/feature-panels.ts';
import { FRAMING_DEFAULTS } from '#drawing/design/lumber.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import type { ShedDesign, Wall } from '#drawing/design/shed-design.ts';
import { comparePrices } from '../compare-prices.ts';
import { type DeliveryCheck, readDeliveryCheck } from '../delivery-check.ts';
import { applyDesignForm, designFormFields } from '../design-form.ts';
import { createGallery, type Gallery, readGallery } from '../design-gallery.ts';
import { Notice } from '../design-notice.tsx';
import { deleteUnknownParams, parseDesignParams } from '../design-params.ts';
import { type LoadedPrice, readChoicePrices, readDesignPrice } from '../design-prices.ts';
import { getDesignTitle, summarizeDesign } from '../design-summary.ts';
import {
  findUnknownView,
  formatDesignQuery,
  getDesignImageUrl,
  getDesignUrl,
  MAX_DELIVERY_KM,
  parseDesignView,
} from '../design-view.ts';
import { readShopSettings } from '../designer-settings.ts';
import { describeEngineerReasons } from '../engineer-reasons.ts';
import { listFitHints } from '../fit-hints.ts';
import { offerDesign, parseOfferedDesign } from '../offer.ts';
import { PLACE_PARAM } from '../place-param.ts';
import { describePrice, describeTotal, type PricedDesign } from '../price.ts';
import { addFormerDesign, readSideEffects } from '../side-effects.ts';
import type { Route } from './+types/design-page.ts';
import { ShownPricesContext } from './choice-price.tsx';
import { DesignFields } from './design-fields.tsx';
import { LiveView } from './live-view.tsx';
import { PriceBar } from './price-bar.tsx';
import { ColorCardContext, designFormId, useAfterFrame, useDesigner } from './use-designer.ts';
import { useSavedDesigns } from './use-saved-designs.ts';
import { useVisit, type Visit } from './use-visit.ts';
import { ViewControls } from './view-controls.tsx';
import '#app/site/rare-pages.css';

const loadDetails = () => import('./design-details.tsx');
const DesignPrice = lazy(async () => ({ default: (await loadDetails()).DesignPrice }));
const Drawings = lazy(async () => ({ default: (await loadDetails()).Drawings }));
const FramingNotice = lazy(async () => ({ default: (await loadDetails()).FramingNotice }));
const DesignActions = lazy(() => import('./design-actions.tsx'));
const DesignGallery = lazy(() => import('./design-gallery-page.tsx'));
const FitHints = lazy(async () => ({ default: (await import('./fit-hints-list.tsx')).FitHints }));
const HistoryButtons = lazy(() => import('./history-buttons.tsx'));
const SavedDesignList = lazy(async () => ({
  default: (await import('./saved-designs.tsx')).SavedDesignList,
}));
const StaffLink = lazy(() => import('./staff-link.tsx'));

/** They are null only in what a browser makes without a connection. */
type PageTexts = { texts: SiteTexts<'design'> | null };

/**
 * Shows the design of the URL, or the gallery to start from without one. Another spelling of a design is redirected
 * unless there is a change to report.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  let isAway = false;
  // The page without a query is cached: it has its price or is an error.
  const read = <Result,>(reading: Promise<Result>) =>
    withFallback(reading, null, log).catch((error) => {
      if (url.search === '') throw error;
      isAway = true;
      return null;
    });
  /** Reads what the page is complete without. */
  const readExtra = <Result,>(reading: Promise<Result>) =>
    withFallback(reading, null, log).catch(() => null);
  const [settings, business] = await Promise.all([
    read(readShopSettings(client)),
    read(readBusinessSettings(client)),
  ]);
  const texts = fillSiteTexts(business?.site_texts, 'design');
  const words: PageTexts = { texts };
  const { withdrawn = [], card } = settings ?? {};
  if (deleteUnknownParams(new URLSearchParams(url.searchParams)).size === 0) {
    return {
      gallery: await withFallback(
        readGallery(client, withdrawn, card),
        createGallery(withdrawn, card),
        log,
      ),
      card,
      ...words,
      description:
        texts.design_text === siteTexts.design.design_text.usual ? '' : texts.design_text,
    };
  }
  const isForm = url.searchParams.has(designFormFields.from);
  const params = isForm ? applyDesignForm(url.searchParams, withdrawn) : url.searchParams;
  const parsed = parseOfferedDesign(params, withdrawn, isForm);
  const { design } = parsed;
  const changes = [...parsed.changes, ...findUnknownView(params)];
  const view = parseDesignView(params);
  const canonical = `?${formatDesignQuery(design, view)}`;
  if (isForm) {
    const hasRequest = url.searchParams.has(designFormFields.quote);
    if (hasRequest && changes.length === 0) throw redirect(getQuoteUrl(canonical));
    const reported = changes.length > 0 ? params : new URLSearchParams(canonical);
    addFormerDesign(reported, url.searchParams);
    const isNews = changes.length > 0 || readSideEffects(reported, design, changes).length > 0;
    throw redirect(`/design${isNews ? `?${reported}` : canonical}`);
  }
  const effects = readSideEffects(params, design, changes, card);
  if (
    changes.length === 0 &&
    effects.length === 0 &&
    !params.has(PLACE_PARAM) &&
    url.search !== '' &&
    url.search !== canonical
  ) {
    throw redirect(`/design${canonical}`);
  }
  const { style, width, length } = design;
  const preset = offerDesign(createPresetDesign({ style, width, length }), withdrawn).design;
  const isPreset = formatDesignQuery(preset) === formatDesignQuery(design);
  const [price, presetPrice, choicePrices, delivery] = await Promise.all([
    read(readDesignPrice(client, design, view.deliveryKm)),
    isPreset ? null : readExtra(readDesignPrice(client, preset, view.deliveryKm)),
    readExtra(readChoicePrices(client, design, view, withdrawn)),
    readExtra(readDeliveryCheck(client, params)),
  ]);
  const deliveryKm = findDeliveryKm(delivery, price);
  if (deliveryKm !== undefined && deliveryKm !== view.deliveryKm) {
    const found = new URLSearchParams(formatDesignQuery(design, { ...view, deliveryKm }));
    found.set(PLACE_PARAM, delivery?.place ?? '');
    throw redirect(`/design?${found}`);
  }
  const comparison =
    price?.visibility === 'itemised'
      ? comparePrices(
          price,
          presetPrice?.visibility === 'itemised' ? presetPrice : null,
          `standard ${getDesignTitle(design)}`,
          view.units,
        )
      : null;
  const hints = settings ? listFitHints(settings, design, getRoofLevels(design), view.units) : [];
  const priceText = price
    ? (describePrice(price, new Date(), business?.price_includes ?? '') ?? '')
    : '';
  const loaded: LoadedPrice = { isAway, priceText };
  return {
    ...loaded,
    ...words,
    gallery: null,
    query: canonical,
    effects,
    price,
    choicePrices,
    delivery,
    total: price ? (describeTotal(price) ?? '') : '',
    comparison,
    hints,
    engineer: settings ? describeEngineerReasons(settings, design, view.units) : [],
    shop: settings && {
      withdrawn: settings.withdrawn,
      framing: settings.framing === FRAMING_DEFAULTS ? undefined : settings.framing,
      card: settings.card,
    },
  };
}

/** The distance of the place that the visitor entered; undefined if the design's remains. */
function findDeliveryKm(
  delivery: DeliveryCheck | null,
  price: PricedDesign | null,
): number | undefined {
  if (delivery?.km === null) {
    // The price of a shed that the shop doesn't deliver is without delivery.
    const farthest = price && price.visibility !== 'none' ? price.deliveryKm.at(-1) : undefined;
    return farthest === undefined || farthest >= MAX_DELIVERY_KM ? undefined : farthest + 1;
  }
  return delivery?.km;
}

/** Between tries, when the server has refused a change because the one before is still being answered. */
const retryPausesMs = [500, 1500];

/** Without a connection the design can still be changed. */
export async function clientLoader({
  serverLoader,
  url,
  request,
}: Route.ClientLoaderArgs): Promise<Awaited<ReturnType<typeof loader>>> {
  const load = async (tries: readonly number[]): ReturnType<typeof loader> => {
    try {
      return await serverLoader();
    } catch (error) {
      const [pauseMs, ...rest] = tries;
      const isFinal = error instanceof Response || request.signal.aborted || !navigator.onLine;
      if (isFinal || pauseMs === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      return load(rest);
    }
  };
  try {
    return await load(retryPausesMs);
  } catch (error) {
    if (error instanceof Response) throw error;
    return {
      ...{
        gallery: null,
        query: url.search,
        effects: [],
        price: null,
        choicePrices: null,
        delivery: null,
        comparison: null,
        priceText: '',
        total: '',
        hints: [],
        engineer: [],
      },
      shop: null,
      texts: null,
      isAway: true,
    };
  }
}

export default function DesignPage({ loaderData }: Route.ComponentProps) {
  const visit = useVisit();
  const { search } = useLocation();
  const [start] = useState(search);
  const { card } = (loaderData.gallery ? loaderData : loaderData.shop) ?? {};
  const knownCard = useKnown(card ?? null) ?? unknownShop.card;
  const texts = useKnown<SiteTexts<'design'>>(loaderData.texts);
  useFocusOnChange(loaderData.gallery === null);
  return (
    <ColorCardContext value={knownCard}>
      {loaderData.gallery ? (
        <GalleryView gallery={loaderData.gallery} texts={texts} visit={visit} />
      ) : (
        <DesignerView loaderData={loaderData} texts={texts} visit={visit} start={start} />
      )}
    </ColorCardContext>
  );
}

/** The gallery and the designer are two screens of one path: the link that was followed is gone. */
function useFocusOnChange(isDesigner: boolean) {
  const shown = useRef(isDesigner);
  useEffect(() => {
    if (shown.current === isDesigner) return;
    shown.current = isDesigner;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [isDesigner]);
}

type GalleryViewProps = PageTexts & { gallery: Gallery; visit: Visit };

function GalleryView({ gallery, texts, visit }: GalleryViewProps) {
  const saved = useSavedDesigns('');
  return (
    <Suspense fallback={null}>
      <DesignGallery
        texts={texts}
        gallery={gallery}
        saved={saved}
        onReturn={visit.canUndo ? () => visit.go(-1) : undefined}
      />
    </Suspense>
  );
}

type DesignerViewProps = PageTexts & {
  loaderData: LoadedDesign;
  visit: Visit;
  /** The query with which the visit began; empty for the gallery. */
  start: string;
};

function DesignerView({ loaderData, texts, visit, start }: DesignerViewProps) {
  const { price, choicePrices, comparison, priceText, total, isAway } = loaderData;
  const { settings = null, publicUrl = '' } = useRootData() ?? {};
  const shop = useKnown(loaderData.shop) ?? unknownShop;
  const fit = useMemo(
    () => ({ hints: loaderData.hints, engineer: loaderData.engineer }),
    [loaderData],
  );
  const { hints, engineer } = useKnown(loaderData.shop && fit) ?? fit;
  const isPriceHidden = useKnown(isAway ? null : !total);
  const { designer, history } = useDesigner(shop.withdrawn, loaderData.effects, visit);
  const { design, view, search, notice } = designer;
  const followed = useAfterFrame(designer);
  const [dragged, setDragged] = useState<ShedDesign>();
  const [edited, setEdited] = useState<{ wall: Wall }>();
  const [isStill, setIsStill] = useState(false);
  const isPriced = loaderData.query === followed.search;
  const saved = useSavedDesigns(followed.search.slice(1), isPriced ? priceText : '');
  const includesHst = price?.visibility !== 'none' && price?.includesHst === true;
  const shownPrices = useMemo(
    () => ({ prices: choicePrices, isCurrent: isPriced, includesHst }),
    [choicePrices, isPriced, includesHst],
  );
  const summary = useSettled(
    `${summarizeDesign(followed.design, view.units, shop.card)} ${describeAmount(priceText)}`,
    isPriced,
  );
  // The fragment with which staff opened the page: changes of the design remove it.
  const [staffFragment, setStaffFragment] = useState<string>();
  useEffect(() => {
    if (hasStoredSession()) setStaffFragment(window.location.hash);
  }, []);
  const place = useKnown(loaderData.delivery?.place || null);
  return (
    <ShownPricesContext value={shownPrices}>
      <div className="flex flex-col print:block">
        <div className="wrap py-4 tall:sm:py-9">
          <h1
            className={`display wrap-anywhere ${(texts?.design_title.length ?? 0) > 60 ? 'text-2xl tall:sm:text-3xl' : 'text-3xl tall:sm:text-5xl'}`}
          >
            {texts?.design_title}
          </h1>
          {texts?.design_changes && (
            <p className="mt-2 hidden max-w-3xl tall:sm:block print:hidden">
              {texts.design_changes}
            </p>
          )}
          <div className="mt-3 flex flex-col gap-x-10 tall:sm:mt-5 lg:grid lg:grid-cols-12">
            <div className="contents min-w-0 lg:col-span-7 lg:block">
              {/* The picture shrinks to what the notices leave, so that the bar at the bottom covers no button. */}
              <div className="contents lg:sticky lg:top-22 lg:flex lg:max-h-[max(21.25rem,calc(100svh-21.25rem))] lg:flex-col print:static print:block print:max-h-none">
                {!notice.group && <Notice notice={notice} className="mb-3" />}
                <div
                  data-sticky-view=""
                  className="sticky top-18 z-10 -mx-[clamp(1.25rem,4vw,3rem)] lg:relative lg:top-0 lg:mx-0 lg:flex lg:min-h-72 lg:flex-col print:static print:block print:mx-0 [@media(max-height:36rem)]:relative [@media(max-height:36rem)]:top-0"
                >
                  <LiveView
                    design={dragged ?? design}
                    view={view}
                    edited={edited}
                    framing={shop.framing}
                    onStill={setIsStill}
                  />
                  <HistoryButtons
                    {...history}
                    startUrl={`/design${start === search ? '' : start}`}
                  />
                </div>
                {view.framing && (
                  <Suspense fallback={null}>
                    <FramingNotice engineer={engineer} className="mt-2 print:hidden" />
                  </Suspense>
                )}
                <ViewControls designer={designer} isStill={isStill} />
                <Suspense fallback={<div className="mt-2 hidden h-11 scripting:block" />}>
                  <DesignActions
                    design={design}
                    search={search}
                    isSaved={saved.isSaved}
                    onSave={saved.save}
                  />
                </Suspense>
                <p className="mt-2 text-ink-soft text-sm scripting:hidden print:hidden">
                  If the picture shows a similar shed, we're still drawing yours. Reload the page in
                  a moment.
                </p>
                <p role="status" className="sr-only">
                  {summary}
                </p>
                <p className="mt-4 hidden wrap-anywhere print:block">
                  {summarizeDesign(design, view.units, shop.card)}
                  <br />
                  {`${publicUrl}/design${search}`}
                </p>
              </div>
            </div>
            <div className="mt-5 min-w-0 lg:col-span-5 lg:mt-0 print:hidden">
              <DesignFields
                designer={designer}
                edited={edited}
                onWall={setEdited}
                onDrag={setDragged}
              />
            </div>
          </div>
        </div>
        <PriceBar
          title={getDesignTitle(followed.design)}
          total={total}
          conditions={priceText}
          comparison={comparison}
          isCurrent={isPriced}
          isAway={isAway && !isPriceHidden}
        >
          <a
            href={getQuoteUrl(search, price?.basis, place)}
            className={buttonClass('primary', 'max-[22rem]:grow noscript:hidden')}
          >
            Request a Quote
          </a>
          {/* Without scripts, a link would leave out what was chosen since the page came. */}
          <button
            type="submit"
            form={designFormId}
            name={designFormFields.quote}
            value="yes"
            className={buttonClass('primary', 'max-[22rem]:grow scripting:hidden')}
          >
            Request a Quote
          </button>
        </PriceBar>
        <div className="wrap grid grid-cols-1 gap-11 py-9 print:block print:space-y-6 print:py-0">
          <div className="grid grid-cols-1 gap-11 lg:grid-cols-12 lg:gap-10">
            <Suspense fallback={null}>
              <DesignPrice {...loaderData} designer={designer} isCurrent={isPriced} />
            </Suspense>
            <Suspense fallback={null}>
              <FitHints hints={hints} isCurrent={loaderData.shop !== null} />
            </Suspense>
          </div>
          <Suspense fallback={null}>
            <div>
              <Drawings design={followed.design} units={view.units} framing={shop.framing} />
              <FramingNotice engineer={engineer} className="mt-4 hidden print:block" />
            </div>
          </Suspense>
          <Suspense fallback={null}>
            <SavedDesignList designs={saved.designs} remove={saved.remove} />
          </Suspense>
          {staffFragment !== undefined && (
            <Suspense fallback={null}>
              <StaffLink design={design} query={withoutScenery(search)} fragment={staffFragment} />
            </Suspense>
          )}
          {settings?.phone && (
            <p>
              Rather talk it over?{' '}
              <PhoneLink settings={settings} className="drawn-link font-semibold" />
            </p>
          )}
        </div>
      </div>
    </ShownPricesContext>
  );
}

const describeAmount = (priceText: string) => (priceText ? `Price: ${priceText}.` : '');

type LoadedDesign = Extract<Awaited<ReturnType<typeof loader>>, { gallery: null }>;
type Shop = NonNullable<LoadedDesign['shop']>;

const unknownShop: Shop = { withdrawn: [], framing: undefined, card: [] };

/** A value of the server; without a connection as it was. */
function useKnown<Value>(value: Value | null): Value | null {
  const [known, setKnown] = useState(value);
  const isNew = useMemo(
    () => value !== null && JSON.stringify(value) !== JSON.stringify(known),
    [value, known],
  );
  if (isNew) setKnown(value);
  return known;
}

/** The latest text that is whole, so that screen readers hear each change once. */
function useSettled(text: string, isSettled: boolean): string {
  const [settled, setSettled] = useState(text);
  if (isSettled && settled !== text) setSettled(text);
  return settled;
}

function getQuoteUrl(search: string, basis?: string, place?: string | null): string {
  const params = new URLSearchParams({ design: withoutScenery(search) });
  if (basis) params.set('price', basis);
  if (place) params.set(PLACE_PARAM, place);
  return `/quote-request?${params}`;
}

function withoutScenery(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of ['season', 'light', 'framing', 'facing']) params.delete(name);
  return params.toString();
}

export function meta({ location, matches, loaderData }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  const loaded = loaderData?.gallery ? undefined : loaderData;
  const params = new URLSearchParams(loaded?.query ?? location.search);
  const { design } = parseDesignParams(params);
  const view = parseDesignView(params);
  const isShared = location.search !== '';
  const hasPrice = loaderData?.gallery?.presets.some(({ price }) => price) ?? loaded?.total;
  const title = loaderData?.texts?.design_title ?? 'Design Your Shed';
  const page = { path: '/design', title };
  const ownText = loaderData?.gallery ? loaderData.description : '';
  return pageMeta(site, {
    ...page,
    ...(isShared
      ? { title: `${getDesignTitle(design)} shed`, sharedPath: getDesignUrl(design, view) }
      : {}),
    description: isShared
      ? summarizeDesign(design, view.units, loaded?.shop?.card)
      : ownText ||
        `Design a shed: size, style, colours, doors and windows, seen from all sides, with plan${hasPrice ? ' and price' : ''}.`,
    card: { drawing: 'sheds', url: getDesignImageUrl(design, view, 'card') },
    graph: [
      websiteNode(site),
      businessNode(site),
      pageNode(site, 'WebPage', page),
      breadcrumbNode(site, [{ name: page.title, path: page.path }]),
    ],
  });
}
