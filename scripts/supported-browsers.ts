/**
 * The oldest supported version of each browser, by its name in MDN's compatibility data. The build, the
 * type check of browser code and the check of the built files use it; the README repeats it.
 */
export const supportedBrowsers = {
  chrome: '111',
  edge: '111',
  firefox: '114',
  safari: '16.4',
  safari_ios: '16.4',
  /** Samsung's counterpart of Chrome 111. */
  samsunginternet_android: '22',
} as const;

const { chrome, edge, firefox, safari, safari_ios, samsunginternet_android } = supportedBrowsers;

/** The same for Vite's `build.target`, which doesn't support Samsung Internet. */
export const buildTarget = [
  `chrome${chrome}`,
  `edge${edge}`,
  `firefox${firefox}`,
  `safari${safari}`,
  `ios${safari_ios}`,
];

/** The same as a query of Browserslist. */
export const browserslistQuery = `chrome ${chrome}, edge ${edge}, firefox ${firefox}, safari ${safari}, ios_saf ${safari_ios}, samsung ${samsunginternet_android}`;
