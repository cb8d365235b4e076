import type {
  BreadcrumbList,
  GeneralContractorLeaf,
  HomeAndConstructionBusinessLeaf,
  MergeLeafTypes,
  Thing,
  WebPage,
  WebSite,
} from 'schema-dts';
import type { Site } from './site.ts';

export type Business = MergeLeafTypes<[HomeAndConstructionBusinessLeaf, GeneralContractorLeaf]>;
export type JsonLdNode = Exclude<Thing, string> | Business;

/** The ids by which nodes reference each other. */
export const websiteId = (site: Site) => `${site.url}/#website`;
export const businessId = (site: Site) => `${site.url}/#business`;

export function websiteNode(site: Site): WebSite {
  return {
    '@type': 'WebSite',
    '@id': websiteId(site),
    url: `${site.url}/`,
    name: site.name,
    inLanguage: 'en-CA',
    publisher: { '@id': businessId(site) },
  };
}

export function pageNode(
  site: Site,
  type: 'WebPage' | 'ContactPage',
  { path, title }: { path: string; title: string },
): WebPage {
  const url = site.url + path;
  return {
    '@type': type,
    '@id': `${url}#page`,
    url,
    name: title,
    inLanguage: 'en-CA',
    isPartOf: { '@id': websiteId(site) },
    ...(path === '/' ? {} : { breadcrumb: { '@id': `${url}#breadcrumbs` } }),
  };
}

type Crumb = { name: string; path: string };

/** @param trail the pages below the home page, this one last */
export function breadcrumbNode(site: Site, trail: Crumb[]): BreadcrumbList {
  const crumbs = [{ name: 'Home', path: '/' }, ...trail];
  return {
    '@type': 'BreadcrumbList',
    '@id': `${site.url}${crumbs.at(-1)?.path}#breadcrumbs`,
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site.url + path,
    })),
  };
}
