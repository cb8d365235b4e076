import { parseSync, Visitor } from 'vite';

/** Outside identifiers, attributes and properties. */
const words =
  /(?<![\w":[-])(?:colors?|colored|gray|centers?|centered|favorites?|neighbors?|neighboring|honors?|labor|meters?|liters?|catalogs?|canceled|canceling|traveled|labeled|behaviors?|harbor|odors?|humor|fibers?|theater|mold|plows?|skillful|fulfill|defense)(?!\s*[:=]|[\w-])/gi;

const columnList = /^[\w,\s]*_[\w,\s]*$/;

/** Messages of the specification. */
const specified = ['Color is required'];

/** Finds American spelling in sentences that people read. */
export function findAmericanSpelling(path: string, content: string): string[] {
  const texts = /\.tsx?$/.test(path)
    ? listTexts(path, content)
    : path.endsWith('.sql')
      ? [...content.matchAll(/--[^\n]*|'((?:[^']|'')*)'|\$html\$(.*?)\$html\$/gs)].map(
          ([, text, html]) => text ?? html ?? '',
        )
      : [content.replace(/```.*?```|`[^`]*`/gs, '')];
  return texts
    .filter((text) => /\s/.test(text.trim()) && !columnList.test(text) && !specified.includes(text))
    .flatMap((text) => [...text.matchAll(words)].map(([word]) => word));
}

/** String literals, parts of templates, and the text of JSX. */
function listTexts(path: string, content: string): string[] {
  const texts: string[] = [];
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') texts.push(value);
    },
    TemplateElement: ({ value }) => {
      texts.push(value.raw);
    },
    JSXText: ({ value }) => {
      texts.push(value);
    },
  }).visit(parseSync(path, content).program);
  return texts;
}
