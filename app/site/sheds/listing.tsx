import { data, useRouteLoaderData } from 'react-router';
import { readImageAltTexts } from '#app/data/image-alt-texts.ts';
import { readActiveShed, readRelatedSheds } from '#app/data/shed-listings.ts';
import type { loader as rootLoader } from '#app/root.tsx';
import { AltTextsProvider } from '#app/site/alt-texts.tsx';
import { QuoteForm } from '#app/site/enquiries/quote-form.tsx';
import { logContext, supabaseContext } from '#app/site/request-context.ts';
import { SectionHead } from '#app/site/section-head.tsx';
import { businessNode } from '#app/site/seo/business-node.ts';
import { breadcrumbNode, pageNode, websiteNode } from '#app/site/seo/json-ld.ts';
import { pageMeta } from '#app/site/seo/page-meta.ts';
import { productNodes, shedPath } from '#app/site/seo/shed-nodes.ts';
import { getSite } from '#app/site/seo/site.ts';
import { SiteLink } from '#app/site/site-link.tsx';
import { withFallback, withUnavailableError } from '#app/site/with-fallback.ts';
import { buttonClass } from '#app/ui/button.tsx';
import type { Route } from './+types/listing.ts';
import { ShedCard } from './shed-card.tsx';
import { ShedDetails } from './shed-details.tsx';

export async function loader({ params, context }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const shed = await withUnavailableError(readActiveShed(client, params.id), log);
  if (!shed) throw data(null, { status: 404 });
  const related = await withFallback(readRelatedSheds(client, shed), [], log);
  const paths = [...shed.images, ...related.map(({ images }) => images[0])];
  const texts = await withFallback(readImageAltTexts(client, paths), {}, log);
  return { shed, related, texts };
}

export default function Listing({ loaderData }: Route.ComponentProps) {
  const { shed, related, texts } = loaderData;
  const { publicUrl } = useRouteLoaderData<typeof rootLoader>('root') ?? {};
  return (
    <AltTextsProvider texts={texts}>
      <div className="wrap py-8 sm:py-12">
        <SiteLink to="/sheds" className="drawn-link inline-flex min-h-11 items-center print:hidden">
          All sheds
        </SiteLink>
        <h1
          className={`display mt-4 mb-8 ${shed.title.length > 60 ? 'text-3xl sm:text-4xl' : 'text-4xl sm:text-6xl'}`}
        >
          {shed.title}
        </h1>
        <ShedDetails shed={shed} id="shed-picture" level={2}>
          <a href="#quote" className={buttonClass('primary')}>
            Request a Quote
          </a>
        </ShedDetails>
        <p className="mt-8 hidden print:block">
          {publicUrl}/custom-sheds/{shed.id}
        </p>
        <section
          id="quote"
          aria-labelledby="quote-title"
          className="content-visibility-476 mt-16 sm:content-visibility-333 sm:mt-24 print:hidden"
        >
          <SectionHead id="quote-title" title="Request a Quote" />
          <div className="max-w-3xl border border-line bg-sheet p-5 sm:p-8">
            <QuoteForm key={shed.id} id="quote-form" shed={shed} />
          </div>
        </section>
        {related.length > 0 && (
          <section
            aria-labelledby="related"
            className="content-visibility-498 mt-16 sm:content-visibility-345 sm:mt-24 lg:content-visibility-200 print:hidden"
          >
            <SectionHead id="related" title="Sheds like it" />
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
    </AltTextsProvider>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  const shed = loaderData?.shed;
  if (!shed) return [{ title: `Page not found | ${site.name}` }];
  const { title } = shed;
  const path = shedPath(shed.id);
  const facts = `${shed.size} ${shed.shed_style} shed in ${shed.material_type}, ${shed.color}.`;
  const description = shed.description || facts;
  return pageMeta(site, {
    path,
    title,
    description,
    card: { image: shed.images[0] ?? null, drawing: `sheds/${shed.id}` },
    texts: loaderData.texts,
    graph: [
      websiteNode(site),
      businessNode(site),
      pageNode(site, 'WebPage', { path, title }),
      ...productNodes(site, shed, description),
      breadcrumbNode(site, [
        { name: 'Custom Sheds', path: '/custom-sheds' },
        { name: title, path },
      ]),
    ],
  });
}
