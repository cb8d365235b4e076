/** The pages of the site, in the order that header and footer show them. */
export const pages = [
  { to: '/', label: 'Home' },
  { to: '/sheds', label: 'Custom Sheds' },
  { to: '/blog', label: 'Blog' },
] as const;

/** The pages that the law asks for, at the very end of each page. */
export const legalPages = [
  { to: '/privacy', label: 'Privacy' },
  { to: '/accessibility', label: 'Accessibility' },
] as const;

/** Where the contact section is without scripts. */
export const contactHref = '/#contact';

/** What the business is called until its settings say so. */
export const fallbackName = 'Custom Sheds & Exteriors';

/** A telephone number as a link's address. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}
