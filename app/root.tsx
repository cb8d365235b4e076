import type { ReactNode } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { feedPath } from '#app/features/blog/feed.ts';
import { getAccentProperties } from '#app/features/business/accent-color.ts';
import { readShownAnnouncement } from '#app/features/business/announcement.ts';
import {
  type BusinessSettings,
  readBusinessSettings,
} from '#app/features/business/business-settings.ts';
import { parseFaq } from '#app/features/business/faq.ts';
import { getLogoUrl } from '#app/features/business/logo.ts';
import { readOwnLists } from '#app/features/business/own-lists.ts';
import { fillSiteTexts } from '#app/features/business/site-texts.ts';
import { listSocialLinks } from '#app/features/business/social-networks.ts';
import { parseLogo } from '#app/features/business/stored-logo.ts';
import {
  getTypefaceProperties,
  isTypefacePair,
  type TypefacePair,
} from '#app/features/business/typefaces.ts';
import { readCardVersion } from '#app/features/designer/color-card.ts';
import { readPageLinks } from '#app/features/pages/own-pages.ts';
import type { OwnLists } from '#app/lib/options.ts';
import { toPhoneHref } from '#app/lib/phone.ts';
import {
  type PageLinks,
  type RootData,
  type SiteSettings,
  useRootData,
} from '#app/lib/root-data.ts';
import { type Announcement, defaultReplyNote, type Logo } from '#app/lib/site-looks.ts';
import {
  formGuardContext,
  logContext,
  receiptParam,
  siteContext,
  supabaseContext,
} from '#app/site/request-context.ts';
import type { Route } from './+types/root.ts';
import archivoFaces from './fonts/archivo.css?inline';
import archivo from './fonts/archivo-640.woff2?url';
import bitterFaces from './fonts/bitter.css?inline';
import bitter from './fonts/bitter-640.woff2?url';
import bricolage from './fonts/bricolage-grotesque-640.woff2?url';
import figtree from './fonts/figtree-400-700.woff2?url';
import loraFaces from './fonts/lora.css?inline';
import lora from './fonts/lora-640.woff2?url';
import sourceSansFaces from './fonts/source-sans.css?inline';
import sourceSans from './fonts/source-sans-3-400-700.woff2?url';
import { containerId, KeepPage, useRouteFailure } from './hydration/keep-page.tsx';
import { ErrorPage } from './site/error-page.tsx';
import { isRecordChange } from './site/keep-page-shown.tsx';
import './site/text-pages.css';

/** Shown while the settings cannot be read. */
let lastSettings: BusinessSettings | null = null;
let lastCardVersion = '';
let lastAnnouncement: Announcement | undefined;
let lastPageLinks: PageLinks | undefined;
let lastLists: OwnLists = {};

export async function loader({ context, url }: Route.LoaderArgs): Promise<RootData> {
  const { publicUrl, supabase, keptFromSearch } = context.get(siteContext);
  const client = context.get(supabaseContext);
  try {
    [lastSettings, lastCardVersion, lastAnnouncement, lastPageLinks, lastLists] = await Promise.all(
      [
        readBusinessSettings(client),
        readCardVersion(client),
        readShownAnnouncement(client),
        readPageLinks(client),
        readOwnLists(client),
      ],
    );
  } catch (error) {
    context.get(logContext).error({ err: error }, 'Business settings read failed');
  }
  const settings = lastSettings && {
    ...toSiteSettings(lastSettings),
    ...(lastAnnouncement && { announcement: lastAnnouncement }),
  };
  const guard = context.get(formGuardContext);
  const wasSent = guard.isReceipt(url.pathname, url.searchParams.get(receiptParam) ?? '');
  return {
    publicUrl,
    supabase,
    settings,
    ...toOwnTexts(lastSettings?.site_texts),
    wasSent,
    formToken: guard.token(wasSent),
    challengeKey: guard.challengeKey,
    ...(lastCardVersion && { cardVersion: lastCardVersion }),
    ...(lastPageLinks && { pageLinks: lastPageLinks }),
    ...(readsLists.test(url.pathname) && { ownLists: toFormLists(lastLists) }),
    ...(keptFromSearch && { keptFromSearch }),
  };
}

/** Pages with the quote form or a filter of projects, or with several links that open the form in a dialog. */
const readsLists = /^\/(?:$|sheds|custom-sheds|projects\/|services\/|quote-request)/;

/** The filter of sheds, which shows the swatches of colours, has its own data. */
function toFormLists({ swatches: _, ...lists }: OwnLists): OwnLists {
  return lists;
}

/** The texts of all pages that are not the defaults: each byte of a page counts. */
function toOwnTexts(stored: unknown): Pick<RootData, 'texts'> {
  const { reply_note, footer_text } = fillSiteTexts(stored, 'everywhere');
  if (reply_note === defaultReplyNote && !footer_text) return {};
  return {
    texts: {
      ...(reply_note !== defaultReplyNote && { reply_note }),
      ...(footer_text && { footer_text }),
    },
  };
}

function toSiteSettings(stored: BusinessSettings): SiteSettings {
  const {
    service_texts: _services,
    service_images: _images,
    service_links: _links,
    shown_services: _shown,
    trust_texts: _trust,
    site_texts: _texts,
    people: _people,
    lists_more_pages: _listed,
    privacy_checked_on: _checked,
    logo_image: _image,
    logo_width: _width,
    logo_height: _height,
    id: _id,
    created_at: _created,
    updated_at: _updated,
    accent_color,
    typefaces,
    social_urls,
    faq,
    ...settings
  } = stored;
  const logo = parseLogo(stored);
  const pair = isTypefacePair(typefaces) ? pairFonts[typefaces] : undefined;
  const socialLinks = listSocialLinks(social_urls);
  return {
    ...settings,
    phone_href: toPhoneHref(settings.phone ?? '') ?? null,
    has_faq: parseFaq(faq).length > 0,
    ...(logo && { logo }),
    ...((accent_color || pair) && {
      style: `${pair?.faces ?? ''}${toRule({
        ...(accent_color && getAccentProperties(accent_color)),
        ...(pair && getTypefaceProperties(typefaces)),
      })}`,
    }),
    ...(pair && { fonts: pair.files }),
    ...(socialLinks.length > 0 && { socialLinks }),
  };
}

/** The files of each pair, which pages load early, and its rules, which only pages with the pair have. */
const pairFonts: Record<TypefacePair, { files: string[]; faces: string }> = {
  bitter: { files: [bitter, sourceSans], faces: bitterFaces + sourceSansFaces },
  lora: { files: [lora, sourceSans], faces: loraFaces + sourceSansFaces },
  archivo: { files: [archivo, figtree], faces: archivoFaces },
};

function toRule(properties: Record<string, string>): string {
  const declarations = Object.entries(properties).map(([name, value]) => `${name}:${value}`);
  return `:root{${declarations.join(';')}}`;
}

/**
 * The root's loader doesn't run again in the back office, which reads in the browser, nor for a changed
 * design, which needs no new root data.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  const staysInAdmin = [currentUrl, nextUrl].every(({ pathname }) => pathname.startsWith('/admin'));
  const staysInDesigner = [currentUrl, nextUrl].every(({ pathname }) => pathname === '/design');
  return defaultShouldRevalidate && !staysInAdmin && !staysInDesigner && !isRecordChange(args);
}

export const links: Route.LinksFunction = () => [
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'alternate', type: 'application/atom+xml', title: 'Blog', href: feedPath },
];

/** In the HTML, since a transition fails if a stylesheet with this rule is still loading. */
const viewTransition =
  '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}';

/** The icons of the browser's tabs and home screens: of the owner's logo, or the site's own. */
function Icons({ logo }: { logo: Logo | undefined }) {
  if (!logo) {
    return (
      <>
        <link rel="icon" href="/favicon.ico" sizes="48x48" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      </>
    );
  }
  return (
    <>
      <link rel="icon" href={getLogoUrl(logo, 'icon-48')} sizes="48x48" />
      <link rel="apple-touch-icon" href={getLogoUrl(logo, 'icon-180')} />
    </>
  );
}

/**
 * The browser renders what is in the container only, and React moves the tags of the head to the head. Without a
 * head of its own the document has no siblings, so that ids of `useId` are the same on both sides.
 */
export function Layout({ children }: { children: ReactNode }) {
  const { logo, style, fonts = [bricolage, figtree] } = useRootData()?.settings ?? {};
  const content = (
    <KeepPage>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="theme-color" content="#f8f7f3" />
      <style href="view-transition" precedence="default">
        {viewTransition + (style ?? '')}
      </style>
      {fonts.map((href) => (
        <link
          key={href}
          rel="preload"
          href={href}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
      ))}
      <Icons logo={logo} />
      <Links />
      <Meta />
      {children}
      <ScrollRestoration />
      <Scripts />
    </KeepPage>
  );
  if (!import.meta.env.SSR) return content;
  return (
    <html lang="en-CA">
      <body>
        <div id={containerId}>{content}</div>
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useRouteFailure(error);
  return (
    <main className="wrap py-16">
      <ErrorPage error={error} />
    </main>
  );
}
