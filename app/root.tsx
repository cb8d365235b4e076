import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import type { Route } from './+types/root.ts';
import { readBusinessSettings } from './data/business-settings.ts';
import { formGuardContext } from './data/form-guard-context.ts';
import { logContext } from './data/log-context.ts';
import { siteContext, supabaseContext } from './data/supabase-context.ts';
import { feedPath } from './domain/blog/feed.ts';
import { FaultPage } from './site/fault-page.tsx';
import { lastSettings } from './site/last-settings.server.ts';
import './app.css';
import headingFont from './fonts/bricolage-grotesque-640.woff2?url';
import headingFontAccented from './fonts/bricolage-grotesque-640-accented.woff2?url';
import bodyFont from './fonts/figtree-400-700.woff2?url';
import bodyFontAccented from './fonts/figtree-400-700-accented.woff2?url';

export async function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, supabase } = context.get(siteContext);
  const settings = await readBusinessSettings(context.get(supabaseContext)).then(
    lastSettings.keep,
    (error: unknown) => {
      context.get(logContext).error({ err: error }, 'The business settings could not be read');
      return lastSettings.get();
    },
  );
  const guard = context.get(formGuardContext);
  return {
    publicUrl,
    supabase,
    settings,
    formToken: guard.token(),
    challengeKey: guard.challengeKey,
  };
}

export const links: Route.LinksFunction = () => [
  ...[headingFont, bodyFont].map((href) => ({
    rel: 'preload',
    href,
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/favicon.ico', sizes: '48x48' },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'alternate', type: 'application/atom+xml', title: 'Blog', href: feedPath },
];

const typeface = (family: string, weight: string, file: string, range = '') =>
  `@font-face{font-family:${family};font-weight:${weight};font-display:optional;${range}src:url(${file})format(woff2)}`;

/** What the second files are for (scripts/subset-fonts.sh): of two for a character, the later one is taken. */
const accented =
  'unicode-range:U+A1-A8,U+AA-AD,U+AF,U+B4-B6,U+B8-BB,U+BF-D6,U+D8-FF,U+131,U+152-153,U+20AC,U+2190-2193,U+2212;';

/**
 * What every page says before anything else of it.
 * - The typefaces are never exchanged under the reader's eyes: a slow first visit keeps the stand-ins.
 *   The stylesheet would bring them anew when it comes with the scripts, and exchange them then.
 * - Pages follow each other softly, where the visitor has not asked for stillness. A browser that had to
 *   wait for a stylesheet to hear it of the second page would end the transition with an error.
 */
const early = [
  typeface('Bricolage Grotesque', '640', headingFont),
  typeface('Bricolage Grotesque', '640', headingFontAccented, accented),
  typeface('Figtree', '400 700', bodyFont),
  typeface('Figtree', '400 700', bodyFontAccented, accented),
  '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}',
].join('');

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-CA">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f8f7f3" />
        <style>{early}</style>
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main className="wrap py-24">
      <FaultPage error={error} />
    </main>
  );
}
