import { type ComponentType, createElement } from 'react';
import { type MetaArgs, matchPath, useLocation } from 'react-router';
import { hasStoredSession } from '#app/features/accounts/stored-session.ts';
import { tabItems } from '#app/lib/browser-storage.ts';
import { type Load, lazyComponent } from './lazy-screen.ts';
import { adminMeta } from './robots.ts';

type Screen = { title: string; load: () => Promise<{ default: ComponentType }> };

const loadHomeContent = () => import('#app/features/home/admin/home-content-screen.tsx');

/** Screens by URL; the first match wins. */
const screens: Record<string, Screen> = {
  '/admin': {
    title: 'Dashboard',
    load: () => import('./dashboard/dashboard-screen.tsx'),
  },
  '/admin/account': {
    title: 'Account',
    load: () => import('#app/features/accounts/admin/account-screen.tsx'),
  },
  '/admin/activity': {
    title: 'Activity log',
    load: () => import('#app/features/audit/admin/activity-screen.tsx'),
  },
  '/admin/appearance': {
    title: 'Appearance',
    load: () => import('#app/features/business/admin/appearance-screen.tsx'),
  },
  '/admin/backups': {
    title: 'Backups',
    load: () => import('#app/features/accounts/admin/backups-screen.tsx'),
  },
  '/admin/blog': {
    title: 'Blog Posts',
    load: () => import('#app/features/blog/admin/blog-screen.tsx'),
  },
  '/admin/colleagues': {
    title: 'Colleagues',
    load: () => import('#app/features/accounts/admin/colleagues-screen.tsx'),
  },
  '/admin/contacts': {
    title: 'Contact Messages',
    load: () => import('#app/features/enquiries/admin/contacts-screen.tsx'),
  },
  '/admin/deleted': {
    title: 'Recently deleted',
    load: () => import('#app/features/audit/admin/deleted-screen.tsx'),
  },
  '/admin/email': {
    title: 'Email',
    load: () => import('#app/features/accounts/admin/email-screen.tsx'),
  },
  '/admin/home-content': {
    title: 'Home Content',
    load: loadHomeContent,
  },
  '/admin/import': {
    title: 'Import from another website',
    load: () => import('#app/features/moving/admin/moving-screen.tsx'),
  },
  '/admin/lists': {
    title: 'Lists',
    load: () => import('#app/features/business/admin/lists-screen.tsx'),
  },
  '/admin/pages': {
    title: 'Pages',
    load: () => import('#app/features/pages/admin/pages-screen.tsx'),
  },
  '/admin/price-list': {
    title: 'Price List',
    load: () => import('#app/features/price-list/admin/price-list-screen.tsx'),
  },
  '/admin/privacy': {
    title: 'Privacy',
    load: () => import('#app/features/privacy/admin/privacy-screen.tsx'),
  },
  '/admin/projects': {
    title: 'Past Projects',
    load: () => import('#app/features/projects/admin/projects-screen.tsx'),
  },
  '/admin/quote-builder': {
    title: 'Quotes',
    load: () => import('#app/features/quotes/admin/quotes-screen.tsx'),
  },
  '/admin/quote-builder/settings': {
    title: 'Quote settings',
    load: () => import('#app/features/quotes/admin/quote-settings-screen.tsx'),
  },
  '/admin/quote-builder/:quoteId': {
    title: 'Quote',
    load: () => import('#app/features/quotes/admin/quote-screen.tsx'),
  },
  '/admin/quotes': {
    title: 'Quote Requests',
    load: () => import('#app/features/enquiries/admin/quote-requests-screen.tsx'),
  },
  '/admin/redirects': {
    title: 'Redirects',
    load: () => import('#app/features/moving/admin/redirects-screen.tsx'),
  },
  '/admin/reviews': {
    title: 'Customer Reviews',
    load: () => import('#app/features/reviews/admin/reviews-screen.tsx'),
  },
  '/admin/settings': {
    title: 'Business Settings',
    load: () => import('#app/features/business/admin/settings-screen.tsx'),
  },
  '/admin/sheds': {
    title: 'Shed Listings',
    load: () => import('#app/features/sheds/admin/sheds-screen.tsx'),
  },
  '/admin/videos': {
    title: 'Video Carousel',
    load: loadHomeContent,
  },
  '/admin/visits': {
    title: 'Visits',
    load: () => import('#app/features/visits/admin/visits-screen.tsx'),
  },
};

export function findScreen(pathname: string): Screen | undefined {
  const pattern = Object.keys(screens).find((path) => matchPath(path, pathname));
  return pattern === undefined ? undefined : screens[pattern];
}

const reloadedAtKey = 'screen-reloaded-at';
const minReloadIntervalMs = 10_000;

/** Reloads the page, at most once in ten seconds, if a script is missing, as it is after a deployment. */
function loadOrReload<Module>(load: () => Promise<Module>, url?: string): Promise<Module> {
  return load().catch((error: unknown) => {
    const now = Date.now();
    if (now - Number(tabItems.getItem(reloadedAtKey)) < minReloadIntervalMs) throw error;
    if (!tabItems.store(reloadedAtKey, String(now))) throw error;
    if (url === undefined) location.reload();
    else location.assign(url);
    return new Promise<never>(() => {});
  });
}

/** Starts loading at once if someone is signed in. Not for dialogs over unsaved input: a reload would lose it. */
export function lazyScreen<Props extends object>(load: Load<Props>) {
  const Screen = lazyComponent(() => loadOrReload(load));
  if (hasStoredSession()) Screen.preload().catch(() => undefined);
  return Screen;
}

const components = new Map<unknown, ComponentType>();

function findComponent(pathname: string): ComponentType | undefined {
  const screen = findScreen(pathname);
  if (!screen) return undefined;
  const known = components.get(screen.load);
  if (known) return known;
  const component = lazyScreen(screen.load);
  components.set(screen.load, component);
  return component;
}

// Loads with the page if someone is signed in.
if (typeof document !== 'undefined') findComponent(location.pathname);

let isSignedIn = false;

/** From now on, a navigation waits for the script of its screen. */
export function waitForScreens(): void {
  isSignedIn = true;
}

export const meta = ({ location }: MetaArgs) => adminMeta(findScreen(location.pathname)?.title);

export const loader = () => null;

/** Changes the URL once the script of the next screen is loaded. */
export async function clientLoader({ request }: { request: Request }): Promise<null> {
  const { pathname } = new URL(request.url);
  if (isSignedIn) await loadOrReload(async () => findScreen(pathname)?.load(), request.url);
  return null;
}

/** The route of every screen. Each screen is a script of its own. */
export default function ScreenRoute() {
  const Screen = findComponent(useLocation().pathname);
  return Screen ? createElement(Screen) : null;
}
