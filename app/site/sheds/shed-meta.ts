import type { MetaDescriptor } from 'react-router';
import type { Row } from '#app/data/database.types.ts';
import type { ImageAltTexts } from '#app/data/image-alt-texts.ts';
import { businessNode } from '#app/site/seo/business-node.ts';
import { breadcrumbNode, pageNode, websiteNode } from '#app/site/seo/json-ld.ts';
import { pageMeta } from '#app/site/seo/page-meta.ts';
import { productNodes, shedPath } from '#app/site/seo/shed-nodes.ts';
import type { Site } from '#app/site/seo/site.ts';

/** Of a shed's page, and of the list with the shed in a dialog, whose canonical URL is that page. */
export function shedMeta(
  site: Site,
  shed: Row<'shed_listings'>,
  texts: ImageAltTexts,
): MetaDescriptor[] {
  const { title } = shed;
  const path = shedPath(shed.id);
  const facts = `${shed.size} ${shed.shed_style} shed in ${shed.material_type}, ${shed.color}.`;
  const description = shed.description || facts;
  return pageMeta(site, {
    path,
    title,
    description,
    card: { image: shed.images[0] ?? null, drawing: `sheds/${shed.id}` },
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
