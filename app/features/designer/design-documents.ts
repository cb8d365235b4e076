import { type Client, getAuthorization } from '#app/lib/client.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { formatDesignParams } from './design-params.ts';
import { getDesignTitle } from './design-summary.ts';

/** The documents of a design that the website's process writes, for staff. */
export const DESIGN_DOCUMENTS = ['shop-drawings', 'cut-list'] as const;

export type DesignDocument = (typeof DESIGN_DOCUMENTS)[number];

export const documentsPath = '/design/documents';
/** The search param with the id of the request that a document is for. */
export const requestParam = 'request';

/** The URL of a document; it requires the access token of staff. */
export function getDocumentUrl(
  document: DesignDocument,
  design: ShedDesign,
  requestId?: string,
): string {
  const params = formatDesignParams(design);
  if (requestId) params.set(requestParam, requestId);
  return `${documentsPath}/${document}.pdf?${params}`;
}

/** The name of a file about a design, such as `10x12-gable-cut-list.pdf`. */
export const getDesignFileName = (design: ShedDesign, name: string): string =>
  `${getDesignTitle(design)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')}-${name}`;

/** Starts the process that writes documents before one is requested. */
export async function prepareDocuments(client: Client): Promise<void> {
  await fetch(documentsPath, { method: 'POST', headers: await getAuthorization(client) });
}

/** Reads a document that the website's process writes for staff. @throws Error unless it is a PDF */
export async function fetchDesignDocument(client: Client, url: string): Promise<Blob> {
  const response = await fetch(url, { headers: await getAuthorization(client) });
  if (!response.ok || response.headers.get('Content-Type') !== 'application/pdf') {
    throw new Error(
      `${url.split('?')[0]} failed with ${response.status}: ${await response.text()}`,
    );
  }
  return response.blob();
}
