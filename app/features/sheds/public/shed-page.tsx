import { data } from 'react-router';
import { readLeadTimes } from '#app/features/business/business-settings.ts';
import { readCardVersion } from '#app/features/designer/color-card.ts';
import { readDeliveryCheck } from '#app/features/designer/delivery-check.ts';
import { readListingTerms, unknownTerms } from '#app/features/designer/listing-terms.ts';
import { QuoteRequestForm } from '#app/features/enquiries/request-form.tsx';
import { readImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import { type SiteSettings, useRootData } from '#app/lib/root-data.ts';
import { HoursSummary } from '#app/site/hours-summary.tsx';
import { AltTextsProvider, PhoneLink, SectionHead, SiteLink } from '#app/site/page-parts.tsx';
import {
  logContext,
  supabaseContext,
  withFallback,
  withUnavailableError,
} from '#app/site/request-context.ts';
import { getSite } from '#app/site/seo/page-meta.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { toDrawnShed } from '../drawn-shed.ts';
import { ListedPrice, ListingTermsProvider } from '../listed-shed.tsx';
import { type DrawnShed, readActiveShed, readRelatedSheds } from '../shed-listings.ts';
import type { Route } from './+types/shed-page.ts';
import { ShedCard, ShedDetails, ShedFacts, shedMeta } from './shed-parts.tsx';
import '#app/site/image-pages.css';

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const shed = await withUnavailableError(readActiveShed(client, params.id), log);
  if (!shed) throw data(null, { status: 404 });
  const [related, terms, delivery, colors, leadTimes] = await Promise.all([
    withFallback(readRelatedSheds(client, shed), [], log),
    withFallback(readListingTerms(client), unknownTerms, log),
    withFallback(readDeliveryCheck(client, url.searchParams), null, log),
    withFallback(readCardVersion(client), '', log),
    withFallback(readLeadTimes(client), undefined, log),
  ]);
  const paths = [...shed.images, ...related.map(({ images }) => images[0])];
  const texts = await withFallback(readImageAltTexts(client, paths), {}, log);
  return {
    shed: { ...toDrawnShed(shed, colors), location: delivery?.place ?? '' },
    related: related.map((other) => toDrawnShed(other, colors)),
    texts,
    terms,
    delivery,
    leadTimes,
  };
}

export default function Listing({ loaderData }: Route.ComponentProps) {
  const { shed, related, texts, terms, delivery, leadTimes } = loaderData;
  const { publicUrl, settings = null, ownLists } = useRootData() ?? {};
  return (
    <AltTextsProvider texts={texts}>
      <ListingTermsProvider value={terms}>
        {/* The bar sticks to the screen until this part ends, before the form. */}
        <div>
          <div className="wrap py-5 sm:py-8">
            <SiteLink
              to="/sheds"
              className="drawn-link inline-flex min-h-11 items-center print:hidden"
            >
              All sheds
            </SiteLink>
            <h1
              className={`display mt-2 mb-5 ${shed.title.length > 60 ? 'text-3xl sm:text-4xl' : 'text-4xl sm:text-5xl'}`}
            >
              {shed.title}
            </h1>
            <ShedDetails {...{ shed, delivery, leadTimes }} id="shed-picture">
              <div className="hidden gap-3 lg:flex">
                <a href="#quote" className={buttonClass('primary', 'grow')}>
                  Request a Quote
                </a>
                {settings?.phone_href && (
                  <a href={settings.phone_href} className={buttonClass('secondary', 'grow')}>
                    Call {settings.phone}
                  </a>
                )}
              </div>
            </ShedDetails>
            <p className="mt-8 hidden print:block">
              {publicUrl}/custom-sheds/{shed.id}
            </p>
          </div>
          <div
            data-bottom-bar=""
            className="sticky bottom-0 z-20 border-line border-y bg-paper pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
          >
            <div className="wrap flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <p className="min-w-0 font-display font-semibold text-xl">
                <ListedPrice price={shed.price} />
              </p>
              <a href="#quote" className={buttonClass('primary', 'max-[22rem]:grow')}>
                Request a Quote
              </a>
            </div>
          </div>
        </div>
        <div className="wrap pt-12 pb-10 lg:pt-8">
          <section id="quote" aria-labelledby="quote-title" className="print:hidden">
            <SectionHead id="quote-title" title="Request a Quote" />
            <div className="grid grid-cols-1 gap-8 lg:grid-cols-12 lg:gap-12">
              <div className="border border-line bg-sheet p-5 sm:p-8 lg:col-span-8">
                <QuoteRequestForm ownLists={ownLists} key={shed.id} id="quote-form" shed={shed} />
              </div>
              <Aside shed={shed} settings={settings} />
            </div>
          </section>
          {related.length > 0 && (
            <section aria-labelledby="related" className="mt-11 sm:mt-16 print:hidden">
              <SectionHead id="related" title="Similar sheds" />
              <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
                {related.map((other) => (
                  <li key={other.id}>
                    <ShedCard shed={other} priority={false} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </ListingTermsProvider>
    </AltTextsProvider>
  );
}

type AsideProps = { shed: DrawnShed; settings: SiteSettings | null };

function Aside({ shed, settings }: AsideProps) {
  return (
    <aside aria-label="At a glance" className="lg:sticky lg:top-22 lg:col-span-4 lg:self-start">
      <div className="hidden lg:block">
        <h3 className="display mb-4 text-2xl">{shed.title}</h3>
        <ShedFacts shed={shed} withPrice />
      </div>
      {settings?.phone && (
        <div className="lg:mt-8">
          <h3 className="font-display font-semibold text-lg">Rather talk it over?</h3>
          <p className="mt-1">
            <PhoneLink
              settings={settings}
              className="drawn-link inline-flex min-h-11 items-center font-display font-semibold text-2xl"
            />
          </p>
          <p className="text-balance text-ink-soft">
            <HoursSummary hours={settings.hours} />
          </p>
        </div>
      )}
    </aside>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  if (!loaderData?.shed) return [{ title: `Page not found | ${site.name}` }];
  return shedMeta(site, loaderData.shed, loaderData.texts);
}
