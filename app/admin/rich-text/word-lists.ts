/**
 * Word's list entries are paragraphs with a drawn marker; their depth stands in a style of its own,
 * `mso-list:l0 level2 lfo1`. Makes lists of each run of them, one inside the other.
 */
export function wordLists(html: string): string {
  return html.replace(run, (entries) => nested([...entries.matchAll(entry)].map(readEntry)));
}

const paragraph = '<p\\b[^>]*class=["\']?MsoList\\w*["\']?[^>]*>[\\s\\S]*?</p>';
const entry = /<p\b([^>]*)>([\s\S]*?)<\/p>/gi;
const run = new RegExp(`${paragraph}(?:\\s*${paragraph})*`, 'gi');

/** Word puts the marker between these two, as a comment or as a declaration. */
const marker =
  /(?:<!--\s*)?<?!?\[if !supportLists\](?:\s*-->|>)([\s\S]*?)(?:<!--\s*)?<?!?\[endif\](?:\s*-->|>)/i;

type Entry = { level: number; tag: 'ol' | 'ul'; content: string };

function readEntry([, attributes = '', inside = '']: RegExpMatchArray): Entry {
  const drawn = (marker.exec(inside)?.[1] ?? '').replace(/<[^>]*>|&nbsp;/g, '').trim();
  return {
    level: Math.max(1, Number(/mso-list:[^;"']*\blevel(\d)/i.exec(attributes)?.[1] ?? 1)),
    // A bullet drawn with the letter o is a bullet.
    tag: /^\(?(?:\d{1,3}|[a-z]{1,4})[.)]/i.test(drawn) ? 'ol' : 'ul',
    content: inside.replace(marker, '').trim(),
  };
}

function nested(entries: Entry[]): string {
  const open: Entry[] = [];
  let html = '';
  const closeLast = () => {
    html += `</li></${open.pop()?.tag}>`;
  };
  for (const item of entries) {
    while ((open.at(-1)?.level ?? 0) > item.level) closeLast();
    const last = open.at(-1);
    if (last?.level === item.level && last.tag !== item.tag) closeLast();
    if (open.at(-1)?.level === item.level) html += '</li>';
    else {
      html += `<${item.tag}>`;
      open.push(item);
    }
    html += `<li><p>${item.content}</p>`;
  }
  while (open.length > 0) closeLast();
  return html;
}
