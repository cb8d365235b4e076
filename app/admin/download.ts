import type { ExportFile } from '#app/domain/enquiries/enquiry-exports.ts';

/** Gives the person a file to keep, a CSV file unless `type` says otherwise. */
export function download({ name, text }: ExportFile, type = 'text/csv'): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
