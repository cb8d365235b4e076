import type { ExportFile } from '#app/features/enquiries/enquiry-exports.ts';

export function download({ name, text }: ExportFile, type = 'text/csv'): void {
  downloadBlob({ name, blob: new Blob([text], { type: `${type};charset=utf-8` }) });
}

export function downloadBlob({ name, blob }: { name: string; blob: Blob }): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
