import { lazy, type MouseEvent, type ReactNode, Suspense } from 'react';
import type { MetaDescriptor } from 'react-router';
import type { CollectionPage, Product } from 'schema-dts';
import type { DeliveryCheck } from '#app/features/designer/delivery-check.ts';
import { QuoteRequestLink } from '#app/features/enquiries/quote-request-link.tsx';
import type { ImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import type { Row } from '#app/lib/database.types.ts';
import { getAbsoluteImageUrl } from '#app/lib/image-url.ts';
import { Gallery } from '#app/site/gallery.tsx';
import {
  breadcrumbNode,
  businessId,
  businessNode,
  pageMeta,
  pageNode,
  type Site,
  websiteId,
  websiteNode,
} from '#app/site/seo/page-meta.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { ListedPrice, ListingDrawing, ShedImage } from '../listed-shed.tsx';
import type { DrawnShed } from '../shed-listings.ts';

const ListingDetails = lazy(() => import('./listing-details.tsx'));

type ShedCardProps = {
  shed: DrawnShed;
  priority: boolean;
  onOpen?: () => void;
};

const featuresShown = 3;

export function ShedCard({ shed, priority, onOpen }: ShedCardProps) {
  const { standard_features: features } = shed.specifications;
  const others = features.slice(featuresShown);

  function open(event: MouseEvent) {
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  }

  return (
    <article className="flex h-full flex-col border border-line bg-sheet">
      <div className="group relative flex flex-1 flex-col">
        <div className="relative aspect-4/3 overflow-hidden border-line border-b bg-pine">
          <ShedImage
            shed={shed}
            priority={priority}
            sizes="(min-width: 80rem) 20rem, (min-width: 40rem) 45vw, calc(100vw - 2.5rem)"
          />
          {shed.is_featured && (
            <span className="absolute top-0 left-0 bg-ink px-3 py-1 font-semibold text-sm text-white">
              Featured
            </span>
          )}
        </div>
        <div className="flex flex-1 flex-col p-5">
          <h3 className="display line-clamp-4 text-2xl">
            <a
              href={`/custom-sheds/${shed.id}`}
              onClick={open}
              className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4"
            >
              {shed.title}
            </a>
          </h3>
          <p className="mt-1.5 line-clamp-3 text-ink-soft">
            {[shed.size, shed.shed_style, shed.material_type, shed.color].join(', ')}
          </p>
          {features.length > 0 && (
            <ul className="mt-4 border-line border-t">
              <CardFeatures list={features.slice(0, featuresShown)} />
              {others.length > 0 && (
                <li className="text-[0.9375rem]">
                  {/* Above the link that covers the card. */}
                  <details className="relative z-1">
                    <summary className="w-fit py-3 text-ink-soft">
                      {others.length} more<span className="sr-only"> features of {shed.title}</span>
                    </summary>
                    <ul className="border-line border-t">
                      <CardFeatures list={others} />
                    </ul>
                  </details>
                </li>
              )}
            </ul>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 p-5 pt-0">
        <p className="min-w-0 flex-1 basis-48 font-display font-semibold text-xl">
          <ListedPrice price={shed.price} withIncluded />
        </p>
        <QuoteRequestLink shed={shed} className={buttonClass('secondary', 'px-4')}>
          Request a Quote
        </QuoteRequestLink>
      </div>
    </article>
  );
}

const CardFeatures = ({ list }: { list: string[] }) =>
  list.map((feature, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: features may repeat
    <li key={index} className="border-line border-b py-1.5 text-[0.9375rem]">
      <span className="line-clamp-3">{feature}</span>
    </li>
  ));

type ShedDetailsProps = {
  shed: DrawnShed;
  id: string;
  isInDialog?: boolean;
  delivery: DeliveryCheck | null;
  leadTimes: string | undefined;
  children: ReactNode;
};

export function ShedDetails({
  shed,
  id,
  isInDialog = false,
  delivery,
  leadTimes,
  children,
}: ShedDetailsProps) {
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-12">
      <div className="lg:col-span-7">
        <Gallery
          id={id}
          subject={shed.title}
          paths={shed.images}
          fallback={
            <ListingDrawing shed={shed} priority={!isInDialog && shed.images.length === 0} />
          }
          sizes="(min-width: 64rem) 42rem, 100vw"
        />
        {shed.description && (
          <p className="mt-6 max-w-prose whitespace-pre-line">{shed.description}</p>
        )}
      </div>
      <div className="lg:col-span-5">
        {!isInDialog && (
          <p className="display mb-5 text-3xl">
            <ListedPrice price={shed.price} withIncluded />
          </p>
        )}
        <ShedFacts shed={shed} />
        <div className="mt-6 print:hidden">{children}</div>
        <Suspense>
          <ListingDetails {...{ shed, delivery, leadTimes }} level={isInDialog ? 3 : 2} />
        </Suspense>
      </div>
    </div>
  );
}

type ShedFactsProps = { shed: DrawnShed; withPrice?: boolean };

export function ShedFacts({ shed, withPrice = false }: ShedFactsProps) {
  return (
    <dl className="border-line border-t">
      {withPrice && <Fact name="Price" value={<ListedPrice price={shed.price} withIncluded />} />}
      <Fact name="Material" value={shed.material_type} />
      <Fact name="Color" value={shed.color} />
      <Fact name="Size" value={shed.size} />
      <Fact name="Style" value={shed.shed_style} />
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="grid grid-cols-[6rem_1fr] border-line border-b py-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-semibold">{value}</dd>
    </div>
  );
}

/** For a shed's page, and for the list with the shed in a dialog: its canonical URL is that page. */
export function shedMeta(site: Site, shed: DrawnShed, texts: ImageAltTexts): MetaDescriptor[] {
  const { title } = shed;
  const path = shedPath(shed.id);
  const facts = `${shed.size} ${shed.shed_style} shed in ${shed.material_type}, ${shed.color}.`;
  const description = shed.description || facts;
  return pageMeta(site, {
    path,
    title,
    description,
    card: { image: shed.images[0] ?? null, drawing: 'sheds', url: getCardUrl(shed.drawing) },
    texts,
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

const shedPath = (id: string) => `/custom-sheds/${id}`;

const getCardUrl = (drawing: string) => `${drawing}&image=card`;

type ShedList = {
  path: string;
  title: string;
  sheds: Pick<Row<'shed_listings'>, 'id' | 'title'>[];
  /** The number of sheds on earlier pages. */
  before: number;
  total: number;
};

export function shedListNode(site: Site, list: ShedList): CollectionPage {
  const url = site.url + list.path;
  return {
    '@type': 'CollectionPage',
    '@id': `${url}#page`,
    url,
    name: list.title,
    inLanguage: 'en-CA',
    isPartOf: { '@id': websiteId(site) },
    breadcrumb: { '@id': `${url}#breadcrumbs` },
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: list.total,
      itemListElement: list.sheds.map(({ id, title }, index) => ({
        '@type': 'ListItem',
        position: list.before + index + 1,
        name: title,
        url: site.url + shedPath(id),
      })),
    },
  };
}

/** Empty without a price above 0: search engines reject a product without an offer. */
export function productNodes(site: Site, shed: DrawnShed, description: string): Product[] {
  if (shed.price === null || shed.price <= 0) return [];
  const url = site.url + shedPath(shed.id);
  return [
    {
      '@type': 'Product',
      '@id': `${url}#product`,
      url,
      name: shed.title,
      description,
      image:
        shed.images.length > 0
          ? shed.images.map((path) => getAbsoluteImageUrl(site.url, path))
          : [site.url + getCardUrl(shed.drawing)],
      brand: { '@type': 'Brand', name: site.name },
      material: shed.material_type,
      color: shed.color,
      size: shed.size,
      additionalProperty: { '@type': 'PropertyValue', name: 'Style', value: shed.shed_style },
      offers: {
        '@type': 'Offer',
        url,
        price: shed.price.toFixed(2),
        priceCurrency: 'CAD',
        availability: 'https://schema.org/MadeToOrder',
        itemCondition: 'https://schema.org/NewCondition',
        seller: { '@id': businessId(site) },
      },
    },
  ];
}
