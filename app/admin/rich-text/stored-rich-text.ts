/**
 * What is stored of a text from the editor: without what no page may show. Words that nobody touched
 * stay as they are, because sanitizing them would look like a change.
 *
 * @param entered HTML as the editor has it
 * @param before HTML as it was read, undefined for a new text
 */
export async function storedRichText(entered: string, before: string | undefined): Promise<string> {
  if (entered === before) return entered;
  const { richTextToStore } = await import('#app/domain/content/rich-text.ts');
  return richTextToStore(entered);
}
