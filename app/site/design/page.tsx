import { lazy, Suspense, useState } from 'react';
import { redirect, useRouteLoaderData } from 'react-router';
import { readDesignPrice } from '#app/data/design-prices.ts';
import { readFitSettings } from '#app/data/designer-settings.ts';
import { describeChange } from '#app/domain/designs/describe-change.ts';
import { applyDesignForm, designFormFields } from '#app/domain/designs/design-form.ts';
import { parseDesignParams } from '#app/domain/designs/design-params.ts';
import { getDesignTitle, summarizeDesign } from '#app/domain/designs/design-summary.ts';
import {
  formatDesignQuery,
  getDesignImageUrl,
  getDesignUrl,
  parseDesignView,
} from '#app/domain/designs/design-view.ts';
import { listFitHints } from '#app/domain/designs/fit-hints.ts';
import { describePrice } from '#app/domain/designs/price.ts';
import type { loader as rootLoader } from '#app/root.tsx';
import { phoneHref } from '#app/site/navigation.ts';
import { logContext, supabaseContext } from '#app/site/request-context.ts';
import { businessNode } from '#app/site/seo/business-node.ts';
import { breadcrumbNode, pageNode, websiteNode } from '#app/site/seo/json-ld.ts';
import { pageMeta } from '#app/site/seo/page-meta.ts';
import { getSite } from '#app/site/seo/site.ts';
import { withFallback } from '#app/site/with-fallback.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { LineDrawingSvg } from '#app/ui/line-drawing.tsx';
import { drawElevation } from '#drawing/design/elevations.ts';
import { getDesignGeometry, hasSideWalls } from '#drawing/design/geometry.ts';
import { drawPlan } from '#drawing/design/plan.ts';
import { type ShedDesign, WALLS } from '#drawing/design/shed-design.ts';
import type { Route } from './+types/page.ts';
import { DesignFields } from './design-fields.tsx';
import { DesignPrice } from './design-price.tsx';
import { FitHints } from './fit-hints.tsx';
import { LiveView } from './live-view.tsx';
import { useDesigner } from './use-designer.ts';

const SavedDesigns = lazy(async () => {
  const { SavedDesigns } = await import('./saved-designs.tsx');
  return { default: SavedDesigns };
});
const WallEditor = lazy(async () => {
  const { WallEditor } = await import('./wall-editor.tsx');
  return { default: WallEditor };
});

/** Shows the design of the URL; another spelling of it is redirected unless there is a change to report. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const isForm = url.searchParams.has(designFormFields.from);
  const params = isForm ? applyDesignForm(url.searchParams) : url.searchParams;
  const { design, changes } = parseDesignParams(params);
  const view = parseDesignView(params);
  if (changes.length > 0 && isForm) throw redirect(`/design?${params}`);
  const canonical = `?${formatDesignQuery(design, view)}`;
  if (changes.length === 0 && url.search !== '' && url.search !== canonical) {
    throw redirect(`/design${canonical}`);
  }
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const [price, settings] = await Promise.all([
    withFallback(readDesignPrice(client, design), null, log),
    withFallback(readFitSettings(client), null, log),
  ]);
  const { ridgeLevel, thickness } = getDesignGeometry(design);
  const hints = settings ? listFitHints(settings, design, { height: ridgeLevel + thickness }) : [];
  const described = price ? (describePrice(price, new Date()) ?? '') : '';
  return {
    query: canonical,
    price,
    priceText: described,
    hints,
    changes: changes.map(describeChange),
  };
}

export default function DesignPage({ loaderData }: Route.ComponentProps) {
  const { price, priceText, hints } = loaderData;
  const { settings = null } = useRouteLoaderData<typeof rootLoader>('root') ?? {};
  const designer = useDesigner();
  const { design, view, messages } = designer;
  const [dragged, setDragged] = useState<ShedDesign>();
  const [showsFraming, setShowsFraming] = useState(false);
  const isPriced = loaderData.query === `?${formatDesignQuery(design, view)}`;
  const quoteUrl = `/quote-request?${new URLSearchParams({ design: formatDesignQuery(design) })}`;
  return (
    <div>
      <div className="wrap py-6 sm:py-9">
        <h1 className="display text-4xl sm:text-5xl">Design Your Shed</h1>
        <p className="mt-2 max-w-prose">
          Change whatever you like: size, style, colors, doors and windows. We send you an exact
          quote for it.
        </p>
        <div className="mt-5 flex flex-col gap-x-10 lg:grid lg:grid-cols-12">
          <div className="contents min-w-0 lg:col-span-7 lg:block">
            <div className="contents lg:sticky lg:top-22 lg:block">
              <div className="sticky top-18 z-10 -mx-[clamp(1.25rem,4vw,3rem)] lg:static lg:mx-0">
                <LiveView design={dragged ?? design} view={view} showsFraming={showsFraming} />
              </div>
              <label className="mt-1 hidden min-h-11 items-center gap-2.5 scripting:inline-flex">
                <input
                  type="checkbox"
                  checked={showsFraming}
                  onChange={({ target }) => setShowsFraming(target.checked)}
                  className="size-6 accent-barn"
                />
                Show framing
              </label>
              <div
                role="alert"
                className={
                  messages.length > 0 ? 'mt-3 border-barn border-l-4 bg-sheet px-4 py-3' : ''
                }
              >
                {messages.length > 0 && (
                  <>
                    <p className="font-semibold">We changed something so that it can be built:</p>
                    <ul className="mt-1 list-[square] pl-5 marker:text-barn">
                      {messages.map((message) => (
                        <li key={message}>{message}</li>
                      ))}
                    </ul>
                  </>
                )}
              </div>
              <p role="status" className="sr-only">
                {summarizeDesign(design)} {isPriced && priceText && `Price: ${priceText}.`}
              </p>
              <div className="mt-5 hidden lg:block">
                <DesignPrice price={price} text={priceText} isCurrent={isPriced} />
              </div>
            </div>
          </div>
          <div className="mt-5 min-w-0 lg:col-span-5 lg:mt-0">
            <DesignFields {...designer} />
          </div>
        </div>
      </div>
      <div
        data-bottom-bar=""
        className="sticky bottom-0 z-20 border-line border-y bg-paper pb-[env(safe-area-inset-bottom)] print:hidden"
      >
        <div className="wrap flex items-center justify-between gap-4 py-3">
          <p className="min-w-0 leading-tight">
            <span className="block font-semibold">{getDesignTitle(design)}</span>
            {isPriced && priceText && <span className="text-sm">{priceText}</span>}
          </p>
          <a href={quoteUrl} className={buttonClass('primary', 'shrink-0')}>
            Request a Quote
          </a>
        </div>
      </div>
      <div className="wrap grid gap-11 py-9">
        <div className="lg:hidden">
          <DesignPrice price={price} text={priceText} isCurrent={isPriced} />
        </div>
        <section aria-labelledby="move-openings" className="hidden scripting:block">
          <h2 id="move-openings" className="display mb-4 text-3xl">
            Move doors and windows
          </h2>
          <Suspense fallback={null}>
            <WallEditor {...designer} onDrag={setDragged} />
          </Suspense>
        </section>
        <Drawings design={design} />
        <FitHints hints={hints} />
        <Suspense fallback={null}>
          <SavedDesigns design={design} view={view} price={isPriced ? priceText : ''} />
        </Suspense>
        {settings?.phone && (
          <p>
            Rather talk it over?{' '}
            <a href={phoneHref(settings.phone)} className="drawn-link font-semibold">
              {settings.phone}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}

/** The floor plan and the elevations with their dimensions. */
function Drawings({ design }: { design: ShedDesign }) {
  const walls = hasSideWalls(design) ? WALLS : (['front', 'back', 'left'] as const);
  const drawings = [drawPlan(design), ...walls.map((wall) => drawElevation(design, wall))];
  return (
    <section aria-labelledby="drawings">
      <h2 id="drawings" className="display mb-4 text-3xl">
        Plan and elevations
      </h2>
      <ul className="grid grid-cols-1 gap-5 md:grid-cols-2 xl:grid-cols-3">
        {drawings.map((drawing) => (
          <li key={drawing.title}>
            <figure className="grid h-full grid-rows-[1fr_auto] border border-line bg-sheet">
              <LineDrawingSvg
                drawing={drawing}
                description={`${drawing.title} of the ${getDesignTitle(design)} with dimensions`}
                className="max-h-[30rem] w-full p-3"
              />
              <figcaption className="border-line border-t px-4 py-2">{drawing.title}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  const params = new URLSearchParams(location.search);
  const { design } = parseDesignParams(params);
  const view = parseDesignView(params);
  const isShared = location.search !== '';
  const page = { path: '/design', title: 'Design Your Shed' };
  return pageMeta(site, {
    ...page,
    ...(isShared
      ? { title: `${getDesignTitle(design)} shed`, sharedPath: getDesignUrl(design, view) }
      : {}),
    description: isShared
      ? summarizeDesign(design)
      : 'Design a shed: size, style, colors, doors and windows, seen from all sides, with plan and price.',
    card: { drawing: 'sheds', url: getDesignImageUrl(design, view, 'card') },
    graph: [
      websiteNode(site),
      businessNode(site),
      pageNode(site, 'WebPage', page),
      breadcrumbNode(site, [{ name: page.title, path: page.path }]),
    ],
  });
}
