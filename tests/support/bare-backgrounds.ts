/** The styles of an HTML mail that set a background and no text colour: unreadable in a dark mail program. */
export function findBareBackgrounds(html: string): string[] {
  const styles = html.match(/style="[^"]*background[^"]*"/g) ?? ['no background at all'];
  return styles.filter((style) => !/[";]color:/.test(style));
}
