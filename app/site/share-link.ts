/**
 * Opens the system's share sheet, or copies the link where there is none or it fails.
 * @returns what to tell the visitor; empty if the sheet has told them
 */
export async function shareLink(title: string, url: string): Promise<string> {
  if (!navigator.share) return copyLink(url);
  try {
    await navigator.share({ title, url });
    return '';
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError';
    return isCancelled ? '' : copyLink(url);
  }
}

/** Copies a link. @returns what to tell the visitor, with the link if it couldn't be copied */
export async function copyLink(url: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(url);
    return 'Link copied.';
  } catch {
    return `Copy this link: ${url}`;
  }
}
