import type { ComponentType } from 'react';
import { matchPath } from 'react-router';

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
    title: 'Moving in',
    load: () => import('#app/features/moving/admin/moving-screen.tsx'),
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
};

export function findScreen(pathname: string): Screen | undefined {
  const pattern = Object.keys(screens).find((path) => matchPath(path, pathname));
  return pattern === undefined ? undefined : screens[pattern];
}
