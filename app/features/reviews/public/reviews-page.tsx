import { data } from 'react-router';
import { readHomeText, siteTexts } from '#app/features/business/site-texts.ts';
import { readImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import { endSentence } from '#app/lib/text.ts';
import { PageLinks } from '#app/site/page-links.tsx';
import { AltTextsProvider } from '#app/site/page-parts.tsx';
import {
  logContext,
  supabaseContext,
  withFallback,
  withUnavailableError,
} from '#app/site/request-context.ts';
import {
  breadcrumbNode,
  businessNode,
  getSite,
  pageMeta,
  pageNode,
  websiteNode,
} from '#app/site/seo/page-meta.ts';
import { CustomerReview } from '../customer-review.tsx';
import { readReviewsPage } from '../reviews.ts';
import type { Route } from './+types/reviews-page.ts';
import '#app/site/image-pages.css';

export async function loader({ context, url }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const [reviews, heading] = await Promise.all([
    withUnavailableError(readReviewsPage(client, url.searchParams.get('page')), log),
    withFallback(readHomeText(client, 'reviews_title'), siteTexts.home.reviews_title.usual, log),
  ]);
  if (reviews.total === 0) throw data(null, { status: 404 });
  const images = reviews.rows.map(({ image }) => image);
  const texts = await withFallback(readImageAltTexts(client, images), {}, log);
  return { reviews, texts, heading };
}

export default function Reviews({ loaderData: { reviews, texts, heading } }: Route.ComponentProps) {
  return (
    <AltTextsProvider texts={texts}>
      <div className="wrap py-8 sm:py-13">
        <h1 className="display text-5xl wrap-anywhere sm:text-7xl">{heading}</h1>
        {/* In rows: across columns, the order by date would be hard to follow. */}
        <ul className="mt-8 grid grid-cols-1 gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {reviews.rows.map((review) => (
            <li key={review.id}>
              <CustomerReview review={review} />
            </li>
          ))}
        </ul>
        <PageLinks url="/reviews" page={reviews.page} pages={reviews.pages} />
      </div>
    </AltTextsProvider>
  );
}

/** No rating markup: search engines treat a business's ratings on its own site as self-serving (decision 007). */
export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  if (!loaderData) return [{ title: `Page not found | ${site.name}` }];
  const { page } = loaderData.reviews;
  const path = page > 1 ? `/reviews?page=${page}` : '/reviews';
  const title = page > 1 ? `Customer reviews, page ${page}` : 'Customer reviews';
  return pageMeta(site, {
    path,
    title,
    description: endSentence(`What customers say about ${site.name}`),
    card: { drawing: 'reviews' },
    graph: [
      websiteNode(site),
      businessNode(site),
      pageNode(site, 'WebPage', { path, title }),
      breadcrumbNode(site, [{ name: title, path }]),
    ],
  });
}
