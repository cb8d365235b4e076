import { type ReactNode, Suspense } from 'react';
import { Outlet, useNavigation } from 'react-router';
import { QuoteRequestDialogProvider } from '#app/features/enquiries/quote-request-link.tsx';
import { useRouteFailure } from '#app/hydration/keep-page.tsx';
import { useRootData } from '#app/lib/root-data.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { useFocusOnNewScreen } from '#app/ui/use-focus-on-new-screen.ts';
import type { Route } from './+types/site-layout.ts';
import { ErrorPage } from './error-page.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { keepPageOnFailure, UnloadedPageMessage } from './keep-page-shown.tsx';

export const clientMiddleware = [keepPageOnFailure];

export default function SiteLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const root = useRootData();
  const settings = root?.settings ?? null;
  const loading = useNavigation().state === 'loading';
  const main = useFocusOnNewScreen<HTMLElement>();
  return (
    <QuoteRequestDialogProvider>
      <a
        href="#content"
        className="absolute -top-20 left-4 z-50 print:hidden bg-ink px-4 py-3 font-semibold text-white focus:top-2"
      >
        Skip to the content
      </a>
      <Header settings={settings} />
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className="min-h-[calc(100dvh-26rem)] outline-none print:min-h-0"
      >
        {children}
      </main>
      <Suspense>
        <Footer settings={settings} />
      </Suspense>
      <UnloadedPageMessage />
      {loading && (
        <div className="appear-late fixed inset-x-0 top-24 z-40 mx-auto grid size-13 place-items-center rounded-full border border-line bg-sheet raised-low">
          <Spinner />
        </div>
      )}
    </QuoteRequestDialogProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useRouteFailure(error);
  return (
    <Frame>
      <div className="wrap py-13 sm:py-18">
        <ErrorPage error={error} />
      </div>
    </Frame>
  );
}
