import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { readLeadTimes } from '#app/features/business/business-settings.ts';
import { fillSiteTexts, readSiteTexts } from '#app/features/business/site-texts.ts';
import { readColorCard } from '#app/features/designer/color-card.ts';
import { parsePlace } from '#app/features/designer/delivery-check.ts';
import { describeChange } from '#app/features/designer/describe-change.ts';
import { DesignImage } from '#app/features/designer/design-image.tsx';
import { Notice } from '#app/features/designer/design-notice.tsx';
import { parseDesignParams } from '#app/features/designer/design-params.ts';
import { readDesignPrice } from '#app/features/designer/design-prices.ts';
import { parseDesignView } from '#app/features/designer/design-view.ts';
import {
  describeListing,
  readListingTerms,
  readPriceIncludes,
  unknownTerms,
} from '#app/features/designer/listing-terms.ts';
import { describePrice, describeTotal } from '#app/features/designer/price.ts';
import { readProject } from '#app/features/projects/past-projects.ts';
import { isQuoteProjectType } from '#app/lib/options.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { logContext, supabaseContext, withFallback } from '#app/site/request-context.ts';
import {
  breadcrumbNode,
  businessNode,
  getSite,
  pageMeta,
  pageNode,
  websiteNode,
} from '#app/site/seo/page-meta.ts';
import { formatFootprint } from '#drawing/geometry/lengths.ts';
import { createRequestForDesign, parsePriceBasis, quoteMessages } from '../quote-request-form.ts';
import { readPreselectedShed } from '../quote-requests.ts';
import { QuoteRequestForm } from '../request-form.tsx';
import type { Route } from './+types/quote-request-page.ts';
import { handlePost, quoteEnquiry } from './receive-enquiry.server.ts';
import { toSentResult } from './send-form.tsx';

/** No design has a longer query. */
const maxDesignQuery = 4000;

export async function loader({ url, context }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const query = url.searchParams.get('design')?.slice(0, maxDesignQuery);
  const texts = withFallback(readSiteTexts(client, 'quote'), fillSiteTexts(null, 'quote'), log);
  if (query) {
    const params = new URLSearchParams(query);
    const { design, changes } = parseDesignParams(params);
    const { deliveryKm, withdrawn, units } = parseDesignView(params);
    const [price, others, card] = await Promise.all([
      withFallback(readDesignPrice(client, design, deliveryKm), null, log),
      withFallback(readPriceIncludes(client), '', log),
      withFallback(readColorCard(client), undefined, log),
    ]);
    const priceBasis = price?.basis ?? parsePriceBasis(url.searchParams.get('price')) ?? undefined;
    return {
      ...{ shed: null, project: null, texts: await texts, leadTimes: undefined },
      design: createRequestForDesign(design, {
        ...{ deliveryKm, withdrawn, units, priceBasis, card },
        place: parsePlace(url.searchParams),
      }),
      size: formatFootprint(design, units),
      total: price && describeTotal(price),
      priceText: price ? describePrice(price, new Date(), others) : undefined,
      changes: changes.map((change) => describeChange(change, units, card)),
    };
  }
  const [shedId, projectId] = ['shed', 'project'].map((name) => url.searchParams.get(name));
  const shed = shedId ? await withFallback(readPreselectedShed(client, shedId), null, log) : null;
  const leadTimes = shed ? await withFallback(readLeadTimes(client), undefined, log) : undefined;
  const project =
    projectId && !shed ? await withFallback(readProject(client, projectId), null, log) : null;
  const listedPrice = shed?.price ?? null;
  const priceText =
    listedPrice === null
      ? undefined
      : describeListing(
          listedPrice,
          await withFallback(readListingTerms(client), unknownTerms, log),
        );
  return {
    ...{ shed, project, design: null, size: '', total: null, priceText, changes: [], leadTimes },
    texts: await texts,
  };
}

export function action(args: Route.ActionArgs) {
  return handlePost(quoteEnquiry, args);
}

export default function QuoteRequestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { shed, project, design, size, total, priceText, changes, texts, leadTimes } = loaderData;
  const steps = [texts.quote_first_step, texts.quote_second_step].filter(Boolean);
  const { wasSent, ownLists } = useRootData() ?? {};
  const subject = shed?.title ?? project?.title;
  const [search] = useSearchParams();
  const result = actionData ?? toSentResult(wasSent, quoteMessages.success);
  const type = search.get('type');
  const projectType = isQuoteProjectType(type, ownLists?.project_type) ? type : undefined;
  const [isSent, setIsSent] = useState(false);
  return (
    <div className="wrap grid grid-cols-1 gap-5 py-8 sm:gap-7 sm:py-13 lg:grid-cols-12 lg:gap-12">
      {/* On a phone the form follows the design; the conditions of its price, lead times and the steps come last. */}
      <div className="contents lg:col-span-4 lg:block">
        <div>
          <h1 className={`display sm:text-6xl ${design ? 'text-4xl' : 'text-5xl'}`}>
            Request a Quote
          </h1>
          <p className={`mt-4 text-lg ${design ? 'max-sm:mt-2 max-sm:text-base' : ''}`}>
            {design && isSent
              ? `Your design, the ${design.title}, was sent with your request.`
              : design && !result?.sent
                ? 'Your design goes with your request. To change the shed, go back to the design.'
                : subject && !result?.sent && !isSent
                  ? `We filled in what we know about ${subject}. Change anything you like.`
                  : texts.quote_text}
          </p>
        </div>
        {design && !result?.sent && (
          <div className="lg:mt-5">
            <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3 border border-line bg-sheet p-2 sm:grid-cols-[12rem_minmax(0,1fr)] lg:grid-cols-1 lg:p-0 lg:pb-3">
              <div className="relative self-start bg-pine lg:border-line lg:border-b">
                <DesignImage
                  src={`/design/image?${design.query}`}
                  isSmall
                  alt={`Your design: ${design.title}`}
                  className="w-full"
                />
              </div>
              <div className="lg:px-3">
                <p className="font-display font-semibold text-lg leading-tight">{design.title}</p>
                <p className="text-sm">{size}</p>
                {total && <p className="money font-semibold">{total}</p>}
                <a
                  href={`/design?${design.designerQuery}`}
                  className="drawn-link inline-flex min-h-11 items-center font-semibold"
                >
                  Back to the design
                </a>
              </div>
            </div>
            <p className="mt-2 text-ink-soft text-sm scripting:hidden">
              If you see a similar shed here, we are still drawing yours.
            </p>
            <Notice notice={{ messages: changes }} className="mt-3" />
          </div>
        )}
        {design && priceText && !result?.sent && (
          <p className="text-sm mt-2 max-lg:order-last lg:text-base">Price: {priceText}.</p>
        )}
        {shed && priceText && !result?.sent && <p className="lg:mt-3">Price: {priceText}.</p>}
        {leadTimes && !result?.sent && (
          <div className="max-lg:order-last lg:mt-3">
            <p className="font-semibold">Lead times</p>
            <p className="whitespace-pre-line wrap-anywhere">{leadTimes}</p>
          </div>
        )}
        {steps.length > 0 && (
          <ol className="order-last border-line border-t lg:mt-5">
            {steps.map((step) => (
              <li key={step} className="border-line border-b py-3">
                {step}
              </li>
            ))}
          </ol>
        )}
      </div>
      <div id="form" className="border border-line bg-sheet p-5 sm:p-8 lg:col-span-8">
        <QuoteRequestForm
          ownLists={ownLists}
          key={shed?.id ?? project?.id ?? design?.query ?? projectType}
          id="quote-form"
          shed={shed}
          project={project}
          design={design}
          projectType={projectType}
          result={result}
          onSent={() => setIsSent(true)}
        />
      </div>
    </div>
  );
}

/** Passes on Retry-After. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  const page = { path: '/quote-request', title: 'Request a Quote' };
  return pageMeta(site, {
    ...page,
    description: 'Get a free quote for a shed, garage, addition or exterior work.',
    card: { drawing: 'quote-request' },
    graph: [
      websiteNode(site),
      businessNode(site),
      pageNode(site, 'WebPage', page),
      breadcrumbNode(site, [{ name: page.title, path: page.path }]),
    ],
  });
}
