import { FRAMING_NOTICE } from '#app/features/designer/design-labels.ts';
import { getDesignTitle } from '#app/features/designer/design-summary.ts';
import { formatDay } from '#app/lib/dates.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import type { DocumentFacts } from './document-job.ts';
import { createPdf, type Pdf, type PdfSetup } from './pdf.ts';
import { loadTypefaces } from './typefaces.ts';

/** Before any request; documents of a design alone have no date, so that their bytes stay the same. */
const noDate = new Date(0);

/** A document with what each page for the shop says. */
export async function createShopPdf(
  name: string,
  design: ShedDesign,
  facts: DocumentFacts,
  orientation: PdfSetup['orientation'],
): Promise<Pdf> {
  const { business, engineer, missingLimits, request } = facts;
  const title = `${name}: ${getDesignTitle(design)}`;
  const reference = request ? `, request ${request.number}` : '';
  return createPdf({
    title,
    author: business,
    header: `${business}  ·  ${title}${reference}`.replace('·', '|'),
    warning: engineer.length > 0 ? 'Needs an engineer' : undefined,
    footer: [FRAMING_NOTICE, ...engineer, ...missingLimits].join(' '),
    orientation,
    typefaces: await loadTypefaces(facts),
    createdAt: request ? new Date(request.createdAt) : noDate,
  });
}

/** For whom and when, as names and values. */
export const listFacts = ({
  request,
  engineer,
  missingLimits,
  changes,
}: DocumentFacts): [string, string][] => [
  ...(request
    ? ([
        ['Request', request.number],
        ['Customer', request.customer],
        ['Received', formatDay(request.createdAt)],
      ] satisfies [string, string][])
    : []),
  ...(changes.length > 0
    ? ([['Changed so that it can be built', changes.join(' ')]] satisfies [string, string][])
    : []),
  ...(engineer.length + missingLimits.length > 0
    ? ([['Engineer', [...engineer, ...missingLimits].join(' ')]] satisfies [string, string][])
    : []),
];
