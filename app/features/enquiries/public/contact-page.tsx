import { fillSiteTexts, readSiteTexts } from '#app/features/business/site-texts.ts';
import { readServedTowns } from '#app/features/designer/delivery-check.ts';
import { type SiteSettings, useRootData } from '#app/lib/root-data.ts';
import { endSentence } from '#app/lib/text.ts';
import { ContactDetails } from '#app/site/contact-details.tsx';
import { logContext, supabaseContext } from '#app/site/request-context.ts';
import {
  breadcrumbNode,
  businessNode,
  getSite,
  pageMeta,
  pageNode,
  websiteNode,
} from '#app/site/seo/page-meta.ts';
import { contactMessages } from '../contact-form.ts';
import { ContactPanel } from '../contact-message-form.tsx';
import type { Route } from './+types/contact-page.ts';
import { contactEnquiry, handlePost } from './receive-enquiry.server.ts';
import { toSentResult } from './send-form.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  // Without a database the form still shows what was entered.
  const [towns, texts] = await Promise.all([
    readServedTowns(client).catch((error) => {
      context.get(logContext).error({ err: error }, 'Delivery towns read failed');
      return [];
    }),
    readSiteTexts(client, 'contact').catch((error) => {
      context.get(logContext).error({ err: error }, 'Contact texts read failed');
      return fillSiteTexts(null, 'contact');
    }),
  ]);
  return { towns, title: texts.contact_page_title, text: texts.contact_page_text };
}

export function action(args: Route.ActionArgs) {
  return handlePost(contactEnquiry, args);
}

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { settings = null, wasSent } = useRootData() ?? {};
  const { towns, title, text } = loaderData;
  return (
    <div className="wrap grid grid-cols-1 gap-x-12 gap-y-7 py-8 sm:py-13 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
      <div className="lg:col-span-5">
        <h1
          className={`display wrap-anywhere ${title.length > 60 ? 'text-3xl sm:text-4xl' : 'text-5xl sm:text-7xl'}`}
        >
          {title}
        </h1>
        <p className="mt-4 max-w-md text-lg">
          {text || `${listWays(settings)}.`} For a price, fill out a{' '}
          <a href="/quote-request" className="drawn-link">
            quote request
          </a>
          .
        </p>
      </div>
      <ContactPanel
        level={2}
        className="lg:col-span-7 lg:row-span-2"
        result={actionData ?? toSentResult(wasSent, contactMessages.success)}
      />
      <div className="lg:col-span-5">
        <ContactDetails settings={settings} towns={towns} />
      </div>
    </div>
  );
}

/** Lists the ways to reach the business that its settings have. */
function listWays(settings: SiteSettings | null, name?: string): string {
  const ways = [
    name ? `Write to ${name}` : 'Write to us',
    ...(settings?.phone ? ['call'] : []),
    ...(settings?.address ? ['come by'] : []),
  ];
  return ways.length > 1 ? `${ways.slice(0, -1).join(', ')} or ${ways.at(-1)}` : ways.join('');
}

/** Passes on Retry-After. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  const { title = 'Contact', text } = loaderData ?? {};
  const page = { path: '/contact', title };
  return pageMeta(site, {
    ...page,
    description: text || endSentence(listWays(site.settings, site.name)),
    card: { drawing: 'contact' },
    graph: [
      websiteNode(site),
      businessNode(site),
      pageNode(site, 'ContactPage', page),
      breadcrumbNode(site, [{ name: page.title, path: page.path }]),
    ],
  });
}
