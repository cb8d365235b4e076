import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

type StructureNode = { role?: string; children?: StructureNode[] };

type ReadPdf = {
  /** The text of each page, without line breaks. */
  pages: string[];
  title: string;
  /** The roles of all tags. */
  tags: string[];
  /** The dictionaries of the file, which are not compressed. */
  source: string;
};

/** Reads a PDF as a reader with assistive technology does. */
export async function readPdf(file: Buffer): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(file), verbosity: 0 });
  const document = await loading.promise;
  const pages: string[] = [];
  const tags = new Set<string>();
  const addTags = ({ role, children = [] }: StructureNode) => {
    if (role) tags.add(role);
    children.forEach(addTags);
  };
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const texts = items.map((item) => ('str' in item ? item.str : ''));
    pages.push(texts.join(' ').replaceAll(/\s+/g, ' '));
    addTags(((await page.getStructTree()) ?? {}) as StructureNode);
  }
  const { info } = await document.getMetadata();
  await loading.destroy();
  return {
    pages,
    title: String((info as { Title?: string }).Title),
    tags: [...tags],
    source: file.toString('latin1'),
  };
}
