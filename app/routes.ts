import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

const screenRoute = 'admin/screens.ts';
/** A screen of the back office; screenRoute names them all. */
const screen = (path: string) => route(path, screenRoute, { id: `admin/${path}` });

export default [
  layout('site/site-layout.tsx', { id: 'site' }, [
    index('features/home/public/home-page.tsx', { id: 'home' }),
    route('sheds', 'features/sheds/public/sheds-page.tsx', { id: 'sheds' }),
    route('custom-sheds', 'features/sheds/public/sheds-page.tsx', { id: 'custom-sheds' }),
    route('custom-sheds/:id', 'features/sheds/public/shed-page.tsx', { id: 'shed' }),
    route('design', 'features/designer/public/design-page.tsx', { id: 'design' }),
    route('projects/:id', 'features/home/public/project-page.tsx', { id: 'project' }),
    route('services/:slug', 'features/home/public/service-page.tsx', { id: 'service' }),
    route('reviews', 'features/reviews/public/reviews-page.tsx', { id: 'reviews' }),
    route('blog', 'features/blog/public/blog-page.tsx', { id: 'blog' }),
    route('blog/:slug', 'features/blog/public/post-page.tsx', { id: 'post' }),
    route('pages/:slug', 'features/pages/public/own-page.tsx', { id: 'page' }),
    route('pages/preview/:token', 'features/pages/public/page-preview.tsx', { id: 'preview' }),
    route('faq', 'features/business/public/faq-page.tsx', { id: 'faq' }),
    route('contact', 'features/enquiries/public/contact-page.tsx', { id: 'contact' }),
    route('quote-request', 'features/enquiries/public/quote-request-page.tsx', {
      id: 'quote-request',
    }),
    route('quotes/:token', 'features/quotes/public/customer-quote-page.tsx', { id: 'quote' }),
    // Under /quotes/, after which proxies leave everything out of their logs.
    route('quotes/:token/details', 'features/enquiries/public/add-details-page.tsx', {
      id: 'details',
    }),
    route('quotes/:token/review', 'features/enquiries/public/write-review-page.tsx', {
      id: 'review',
    }),
    route('privacy', 'features/privacy/public/privacy-page.tsx', { id: 'privacy' }),
    route('accessibility', 'features/privacy/public/privacy-page.tsx', { id: 'accessibility' }),
    route('*', 'site/not-found-page.tsx', { id: '404' }),
  ]),

  route('quotes/:token/viewed', 'features/quotes/public/viewed-route.ts', { id: 'viewed' }),
  route('sitemap.xml', 'site/sitemap-route.ts', { id: 'sitemap' }),
  route('robots.txt', 'site/robots-route.ts', { id: 'robots' }),
  route('blog/feed.xml', 'features/blog/public/feed-route.ts', { id: 'feed' }),
  route('manifest.webmanifest', 'site/manifest-route.ts', { id: 'manifest' }),
  route('cards/*', 'site/seo/social-card.tsx', { id: 'cards' }),

  // The forms post here with scripts; without scripts they post to their page.
  route('contact.json', 'features/enquiries/public/enquiry-route.ts', { id: 'contact.json' }),
  route('quote-request.json', 'features/enquiries/public/enquiry-route.ts', {
    id: 'quote-request.json',
  }),

  // Outside of the shell, which requires a session.
  route('admin/forgot-password', 'features/accounts/admin/forgotten-password-screen.tsx', {
    id: 'admin/forgot-password',
  }),
  route('admin/password', 'features/accounts/admin/new-password-screen.tsx', {
    id: 'admin/password',
  }),
  route('admin/email-address', 'features/accounts/admin/email-change-screen.tsx', {
    id: 'admin/email-address',
  }),

  route('admin', 'admin/admin-layout.tsx', [
    index(screenRoute, { id: 'admin/dashboard' }),
    screen('quotes'),
    screen('contacts'),
    screen('quote-builder'),
    screen('quote-builder/settings'),
    screen('quote-builder/:quoteId'),
    screen('projects'),
    screen('sheds'),
    screen('price-list'),
    screen('reviews'),
    screen('blog'),
    screen('pages'),
    screen('home-content'),
    screen('videos'),
    screen('settings'),
    screen('appearance'),
    screen('privacy'),
    screen('account'),
    screen('colleagues'),
    screen('email'),
    screen('backups'),
    screen('lists'),
    screen('redirects'),
    screen('import'),
    screen('activity'),
    screen('deleted'),
    screen('visits'),
    // A parameter: for a splat alone the server sends the 404 page of the website.
    route(':screen/*', 'admin/not-found-screen.tsx'),
  ]),
] satisfies RouteConfig;
