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
    test: /app\/site\/(?:layout\.tsx|seo\/(?:business-node|page-meta)\.ts)$/,
    priority: 1,
  },
];
