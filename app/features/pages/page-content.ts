import { richTextToShow, richTextToStore, splitAtBlocks } from '#app/lib/rich-text.ts';
import { plainText } from '#app/lib/summary.ts';
import { escapeXml } from '#app/lib/xml.ts';
import { type Block, blockLabels, describeBlock, parseBlock } from './page-blocks.ts';

/** A part of a page: safe HTML, or a block. */
export type Section = { type: 'text'; html: string } | Block;

/** Reads stored content. Texts are sanitized; invalid blocks and empty texts are left out. */
export function parsePageContent(content: string): Section[] {
  return splitAtBlocks(content).flatMap((part): Section[] => {
    if (part.block !== undefined) {
      const block = parseBlock(part.block);
      return block ? [block] : [];
    }
    const html = richTextToShow(part.html);
    return isBlank(html) ? [] : [{ type: 'text', html }];
  });
}

/** Sanitizes the editor's HTML, with its blocks. */
export function pageContentToStore(html: string): string {
  return splitAtBlocks(html)
    .map((part) => {
      if (part.block === undefined) return richTextToStore(part.html);
      const block = parseBlock(part.block);
      return block ? `<div data-block="${escapeXml(JSON.stringify(block))}"></div>` : '';
    })
    .join('');
}

/** Content as rich text in which each block is a line, such as for the dialog about two versions. */
export function pageContentToRichText(content: string): string {
  return parsePageContent(content)
    .map((section) => {
      if (section.type === 'text') return section.html;
      const detail = section.type === 'question' ? section.answer : '';
      const parts = [blockLabels[section.type], describeBlock(section), detail].filter(Boolean);
      return `<p>${escapeXml(parts.join(': '))}</p>`;
    })
    .join('');
}

const isBlank = (html: string) => !html.includes('<img') && plainText(html) === '';
