const picture = /<picture[^>]*>(?:(?!<\/picture>)[\s\S])*?<\/picture>/g;
const image = /<img src="\/pictures\/\d+\/jpeg\/([^"]+)"/;
/** The whole picture is shown inside of its frame: a placeholder would show beside it. */
const contained = /\bobject-contain\b/;

/**
 * Lays a blurred picture of some pixels under each picture of a page until it is there. It stands in
 * the page itself, and is no part of what React renders: React leaves a style alone that it does not
 * know when it hydrates. Relies on the elements that app/ui/responsive-image.tsx writes; a page that is written
 * otherwise stays as it is.
 *
 * @param placeholderOf the placeholder of a path in the bucket as a data address; undefined where
 *   there is none (yet)
 */
export function layPlaceholders(
  html: string,
  placeholderOf: (path: string) => string | undefined,
): string {
  return html.replaceAll(picture, (element) => {
    const [, address] = image.exec(element) ?? [];
    if (!address || contained.test(element)) return element;
    const placeholder = placeholderOf(decodeURIComponent(address));
    if (!placeholder) return element;
    const style = `style="background:url(${placeholder}) 50%/cover"`;
    return element.replace('<img ', `<img ${style} `);
  });
}
