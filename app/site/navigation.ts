export const pages = [
  { to: '/', label: 'Home' },
  { to: '/sheds', label: 'Custom Sheds' },
  { to: '/blog', label: 'Blog' },
] as const;

export const legalPages = [
  { to: '/privacy', label: 'Privacy' },
  { to: '/accessibility', label: 'Accessibility' },
] as const;

/** The contact section without scripts. */
export const contactHref = '/#contact';

/** The contact section as a new document, for links on the home page without scripts. */
export const newDocumentContactHref = '/?menu=closed#contact';

export const fallbackName = 'Custom Sheds & Exteriors';
