import type { Locator } from '@playwright/test';
import type { ImageFile } from '#tests/fixtures/image-files.ts';

/** Pastes formatted text into an element, as from another program. */
export async function pasteHtml(into: Locator, html: string): Promise<void> {
  await into.evaluate((element, content) => {
    const data = new DataTransfer();
    data.setData('text/html', content);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, html);
}

/** Pastes files into an element, or drops them on it, all at once. */
export async function pasteFiles(
  into: Locator,
  files: ImageFile[],
  type: 'paste' | 'drop' = 'paste',
): Promise<void> {
  await into.evaluate(
    (element, { all, type }) => {
      const data = new DataTransfer();
      for (const { bytes, name, type } of all) {
        data.items.add(new File([Uint8Array.from(bytes)], name, { type }));
      }
      element.dispatchEvent(
        type === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true }),
      );
    },
    {
      all: files.map(({ name, mimeType, buffer }) => ({
        name,
        type: mimeType,
        bytes: [...buffer],
      })),
      type,
    },
  );
}
