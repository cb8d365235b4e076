/**
 * Small modules that several public pages need. As scripts of their own they made the list of a
 * page's scripts longer.
 */
const shared = [
  'features/accounts/stored-session.ts',
  'lib/calendar-day.ts',
  'features/designer/colors.ts',
  'lib/email.ts',
  'lib/lazy.ts',
  'lib/prices.ts',
  'lib/random-ids.ts',
  'lib/site-looks.ts',
  'lib/urls.ts',
  'ui/close-on-back.ts',
  'site/site-layout.tsx',
  'features/designer/design-notice.tsx',
  'site/page-parts.tsx',
  'site/seo/page-meta.ts',
  'ui/dialog-classes.ts',
  'ui/responsive-image.tsx',
];

/** What the sign-in form and every screen of the back office need. */
const admin = ['admin/lazy-screen.ts', 'admin/robots.ts', 'admin/screens.ts'];

/**
 * Modules that every back office screen needs after sign-in. None imports zod or supabase-js, which
 * the sign-in form needs.
 */
const signedIn = [
  'lib/paginate.ts',
  'admin/lists/return-focus.ts',
  'admin/records/unsaved-input.tsx',
  'admin/screen-parts.tsx',
];
const signedInIcons = [
  'book-open',
  'file-text',
  'folder-open',
  'inbox',
  'message-square-quote',
  'star',
  'video',
];

/** Modules that most back office lists need. None imports a module that public pages or the sign-in form need. */
const lists = ['ui/badge.tsx', 'ui/table.tsx', 'ui/use-alert.ts'];
const listIcons = ['arrow-down', 'arrow-up', 'eye', 'image-off'];

/** Modules that the designer shares with the back office. */
const designerIcons = ['link', 'plus', 'rotate-cw', 'trash'];

/** What constrains a design, for the designer and for the designs of staff. */
const designRules = [
  'design/constrain-design.ts',
  'design/interior.ts',
  'design/preset-design.ts',
  'design/roof-shapes.ts',
  'design/window-trim.ts',
  'geometry/prism.ts',
];

const isSource = (id: string, names: string[]) => names.some((name) => id.endsWith(`/app/${name}`));
const isIcon = (id: string, names: string[]) =>
  names.some((name) => id.endsWith(`/icons/${name}.mjs`));

/**
 * Modules that every public page needs, in two scripts. Thirty small ones, each compressed alone,
 * were a tenth larger. The bundler splits everything else by its importers.
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
    test: (id: string) => isSource(id, ['ui/field.tsx']),
    priority: 1,
  },
  {
    name: 'design',
    test: (id: string) => designRules.some((name) => id.endsWith(`/drawing/${name}`)),
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
