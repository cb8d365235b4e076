import type { Client } from '#app/lib/client.ts';
import { documentsPath } from './design-documents.ts';

/** Starts the process that writes documents before one is requested. */
export async function prepareDocuments(client: Client): Promise<void> {
  const { data } = await client.auth.getSession();
  const headers = { Authorization: `Bearer ${data.session?.access_token}` };
  await fetch(documentsPath, { method: 'POST', headers });
}

/** Reads a document that the website's process writes for staff. @throws Error unless it is a PDF */
export async function fetchDesignDocument(client: Client, url: string): Promise<Blob> {
  const { data, error } = await client.auth.getSession();
  if (error) throw error;
  const response = await fetch(url, {
    headers: { Authorization: `Bearer ${data.session?.access_token}` },
  });
  if (!response.ok || response.headers.get('Content-Type') !== 'application/pdf') {
    throw new Error(`${url.split('?')[0]} answered ${response.status}: ${await response.text()}`);
  }
  return response.blob();
}
