import type { MetaDescriptor } from 'react-router';
import type { ImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import { businessNode } from '#app/site/seo/business-node.ts';
import { breadcrumbNode, pageNode, websiteNode } from '#app/site/seo/json-ld.ts';
import { pageMeta } from '#app/site/seo/page-meta.ts';
import type { Site } from '#app/site/seo/site.ts';
import type { DrawnShed } from '../shed-listings.ts';
import { getCardUrl, productNodes, shedPath } from './shed-nodes.ts';

/** Of a shed's page, and of the list with the shed in a dialog, whose canonical URL is that page. */
export function shedMeta(site: Site, shed: DrawnShed, texts: ImageAltTexts): MetaDescriptor[] {
  const { title } = shed;
  const path = shedPath(shed.id);
  const facts = `${shed.size} ${shed.shed_style} shed in ${shed.material_type}, ${shed.color}.`;
  const description = shed.description || facts;
  return pageMeta(site, {
    path,
    title,
    description,
    card: { image: shed.images[0] ?? null, drawing: 'sheds', url: getCardUrl(shed.drawing) },
    texts,
    graph: [
      websiteNode(site),
      businessNode(site),
      pageNode(site, 'WebPage', { path, title }),
      ...productNodes(site, shed, description),
      breadcrumbNode(site, [
        { name: 'Custom Sheds', path: '/custom-sheds' },
        { name: title, path },
      ]),
    ],
  });
}
