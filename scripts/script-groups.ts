/** What several public pages need and is small: each as a script of its own, the page's list of them was longer. */
const shared = [
  'features/accounts/stored-session.ts',
  'lib/calendar-day.ts',
  'features/designer/colors.ts',
  'lib/lazy.ts',
  'ui/close-on-back.ts',
  'site/site-layout.tsx',
  'site/open-record.ts',
  'site/alt-texts.tsx',
  'features/designer/design-notice.tsx',
  'site/gallery.tsx',
  'site/section-head.tsx',
  'site/use-hydrated.ts',
  'site/seo/page-meta.ts',
  'site/seo/structured-data.ts',
  'ui/dialog-classes.ts',
  'ui/house-drawing.tsx',
  'ui/responsive-image.tsx',
];

/** What the sign-in form and every screen of the back office need. */
const admin = [
  'admin/lazy-screen.ts',
  'admin/robots.ts',
  'admin/screens.ts',
  'features/accounts/admin/form-error.tsx',
];

/** What every screen of the back office needs once somebody has signed in. None of them imports zod or supabase-js, which the sign-in form needs. */
const signedIn = [
  'lib/fetch-all.ts',
  'admin/lists/return-focus.ts',
  'admin/records/unsaved-input.tsx',
  'admin/screen-parts.tsx',
];
const signedInIcons = ['file-text', 'folder-open', 'inbox', 'message-square-quote', 'star'];

/** What most lists of the back office need. None of them imports what public pages or the sign-in form need, too. */
const lists = [
  'lib/paginate.ts',
  'lib/search-patterns.ts',
  'lib/pages.ts',
  'ui/badge.tsx',
  'ui/table.tsx',
  'ui/use-alert.ts',
];
const listIcons = ['arrow-down', 'arrow-up', 'eye', 'image-off'];

/** What the designer shares with the back office. */
const designerIcons = ['link', 'plus', 'rotate-cw', 'trash'];

const isSource = (id: string, names: string[]) => names.some((name) => id.endsWith(`/app/${name}`));
const isIcon = (id: string, names: string[]) =>
  names.some((name) => id.endsWith(`/icons/${name}.mjs`));

/**
 * What each public page needs, in two scripts: thirty small ones, each compressed alone, were a tenth
 * larger together. Everything else is split as its importers ask for it.
 */
export const scriptGroups = [
  {
    name: 'framework',
    test: /node_modules\/(?:react|react-dom|scheduler|react-router)\//,
    priority: 2,
  },
  {
    name: 'site',
    test: (id: string) => isSource(id, shared) || isIcon(id, ['play']),
    priority: 1,
  },
  {
    name: 'admin',
    test: (id: string) => isSource(id, admin),
    priority: 1,
  },
  { name: 'dialog', test: /\/app\/ui\/dialog\.tsx$/, priority: 1 },
  {
    name: 'field',
    test: (id: string) => isSource(id, ['ui/field.tsx', 'lib/email.ts']),
    priority: 1,
  },
  { name: 'designer-icons', test: (id: string) => isIcon(id, designerIcons), priority: 0 },
  { name: 'query', test: /node_modules\/@tanstack\//, priority: 1 },
  {
    name: 'signed-in',
    test: (id: string) => isSource(id, signedIn) || isIcon(id, signedInIcons),
    priority: 0,
  },
  {
    name: 'lists',
    test: (id: string) => isSource(id, lists) || isIcon(id, listIcons),
    priority: 0,
  },
];
