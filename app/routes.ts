import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('site/layout.tsx', [
    index('site/home/route.tsx'),
    route('sheds', 'site/sheds/list.tsx', { id: 'sheds' }),
    route('custom-sheds', 'site/sheds/list.tsx', { id: 'custom-sheds' }),
    route('custom-sheds/:id', 'site/sheds/listing.tsx'),
    route('design', 'site/design/page.tsx'),
    route('blog', 'site/blog/list.tsx'),
    route('blog/:slug', 'site/blog/post.tsx'),
    route('contact', 'site/enquiries/contact-page.tsx'),
    route('quote-request', 'site/enquiries/quote-request-page.tsx'),
    route('quotes/:token', 'site/quotes/page.tsx'),
    route('privacy', 'site/privacy/page.tsx', { id: 'privacy' }),
    route('accessibility', 'site/privacy/page.tsx', { id: 'accessibility' }),
    route('*', 'site/not-found.tsx'),
  ]),

  route('quotes/:token/viewed', 'site/quotes/viewed.ts'),
  route('sitemap.xml', 'site/sitemap.ts'),
  route('robots.txt', 'site/robots.ts'),
  route('blog/feed.xml', 'site/blog/feed.ts'),
  route('manifest.webmanifest', 'site/manifest.ts'),
  route('cards/*', 'site/seo/social-card.tsx'),

  // The forms post here with scripts; without scripts they post to their page.
  route('contact.json', 'site/enquiries/submission.ts', { id: 'contact.json' }),
  route('quote-request.json', 'site/enquiries/submission.ts', { id: 'quote-request.json' }),

  // Outside of the shell, which requires a session.
  route('admin/forgot-password', 'admin/account/forgotten-password.tsx'),
  route('admin/password', 'admin/account/new-password.tsx'),
  route('admin/email-address', 'admin/account/email-change.tsx'),

  route('admin', 'admin/layout.tsx', [
    index('admin/dashboard/route.tsx'),
    route('quotes', 'admin/quote-requests/route.tsx'),
    route('contacts', 'admin/contacts/route.tsx'),
    route('quote-builder', 'admin/quotes/route.tsx'),
    route('quote-builder/settings', 'admin/quotes/settings-route.tsx'),
    route('quote-builder/:quoteId', 'admin/quotes/editor-route.tsx'),
    route('projects', 'admin/projects/route.tsx'),
    route('sheds', 'admin/sheds/route.tsx'),
    route('price-list', 'admin/price-list/route.tsx'),
    route('reviews', 'admin/reviews/route.tsx'),
    route('blog', 'admin/blog/route.tsx'),
    route('home-content', 'admin/home-content/route.tsx', { id: 'admin-home-content' }),
    route('videos', 'admin/home-content/route.tsx', { id: 'admin-videos' }),
    route('settings', 'admin/settings/route.tsx'),
    route('privacy', 'admin/privacy/route.tsx', { id: 'admin-privacy' }),
    route('account', 'admin/account/route.tsx'),
    route('activity', 'admin/audit/route.tsx'),
    route('deleted', 'admin/deleted/route.tsx'),
    // A parameter: for a splat alone the server sends the 404 page of the website.
    route(':screen/*', 'admin/not-found.tsx'),
  ]),
] satisfies RouteConfig;
