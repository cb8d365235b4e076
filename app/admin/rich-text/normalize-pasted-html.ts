const replacements = [
  ['p.MsoTitle', 'h1'],
  ['h4, h5, h6', 'h3'],
  ['ins', 'u'],
  ['td, th', 'div'],
] as const;
const blocks = ':is(h1, h2, h3, h4, h5, h6, p, div, ul, ol, pre, blockquote)';

/**
 * Converts what Word and Google Docs put on the clipboard to elements that the editor has parse rules
 * for. The schema drops everything else: other elements, attributes, scripts and unsafe URLs.
 */
export function normalizePastedHtml(html: string): string {
  if (isFromEditor(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  convertWordLists(body);
  // An inner table comes after the outer one in the document.
  for (const table of [...body.querySelectorAll('table')].reverse()) {
    table.replaceWith(...table.querySelectorAll('td, th'));
  }
  for (const [selector, tag] of replacements) {
    for (const element of body.querySelectorAll(selector)) replaceTag(element, tag);
  }
  const unwanted = `img[src^="file:"], ${blocks} + br, br.Apple-interchange-newline`;
  for (const element of body.querySelectorAll(unwanted)) element.remove();
  for (const block of body.querySelectorAll('p, h1, h2, h3')) {
    if (!block.textContent.trim() && !block.querySelector('img')) block.remove();
  }
  keepOuterBlanks(body);
  return body.innerHTML;
}

/** Keeps the spaces around pasted words. ProseMirror would drop them. */
function keepOuterBlanks(body: HTMLElement): void {
  if (body.querySelector(blocks)) return;
  const texts = listTexts(body);
  const [first, last] = [texts.at(0), texts.at(-1)];
  // ProseMirror treats a span with a no-break space as one that Chromium added, and drops it.
  if (first && /^\s/.test(first.data)) findOutermost(first, body).before('\u00a0');
  if (last && /\s$/.test(last.data)) findOutermost(last, body).after('\u00a0');
  if (first) first.data = first.data.trimStart();
  if (last) last.data = last.data.trimEnd();
}

function findOutermost(node: ChildNode, body: HTMLElement): ChildNode {
  return [...body.childNodes].find((child) => child.contains(node)) ?? node;
}

/** The copied text nodes, without the line breaks that Windows puts around them. */
function listTexts(body: HTMLElement): Text[] {
  const all = body.ownerDocument.createTreeWalker(
    body,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT,
  );
  let texts: Text[] = [];
  while (all.nextNode()) {
    const { currentNode } = all;
    if (currentNode instanceof Text) texts.push(currentNode);
    else if (currentNode.nodeValue === 'StartFragment') texts = [];
    else if (currentNode.nodeValue === 'EndFragment') break;
  }
  return texts;
}

/** ProseMirror marks what is copied from an editor. */
const isFromEditor = (html: string) => html.includes('data-pm-slice');

function replaceTag(element: Element, tag: string): void {
  const replacement = element.ownerDocument.createElement(tag);
  replacement.append(...element.childNodes);
  element.replaceWith(replacement);
}

/**
 * Word writes list items as paragraphs with a drawn marker and their depth in a style such as
 * `mso-list:l0 level2 lfo1`.
 */
function convertWordLists(body: HTMLElement): void {
  let open: { level: number; list: HTMLElement }[] = [];
  for (const paragraph of body.querySelectorAll('p[class^="MsoList"]')) {
    if (paragraph.previousElementSibling !== open[0]?.list) open = [];
    const level = Number(/\blevel(\d)/.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 1);
    const isNumbered = /^\(?(?:\d{1,3}|[a-z]{1,4})[.)]/i.test(removeMarker(paragraph));
    const tag = isNumbered ? 'ol' : 'ul';
    let last = open.at(-1);
    while (last && (last.level > level || (last.level === level && last.list.localName !== tag))) {
      open.pop();
      last = open.at(-1);
    }
    if (last?.level !== level) {
      const list = body.ownerDocument.createElement(tag);
      const item = last?.list.lastElementChild;
      if (item) item.append(list);
      else paragraph.before(list);
      last = { level, list };
      open.push(last);
    }
    const item = body.ownerDocument.createElement('li');
    item.append(paragraph);
    last.list.append(item);
  }
}

/** Removes the marker between Word's conditional comments and returns its text. */
function removeMarker(paragraph: Element): string {
  const nodes = [...paragraph.childNodes];
  const findComment = (text: string) =>
    nodes.findIndex((node) => node instanceof Comment && node.data.includes(text));
  const marker = nodes.slice(findComment('supportLists'), findComment('endif') + 1);
  for (const node of marker) node.remove();
  return marker
    .map((node) => (node instanceof Comment ? '' : node.textContent))
    .join('')
    .trim();
}
