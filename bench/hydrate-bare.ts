import { createElement, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';

// In the browser: React hydrates the elements and texts of the served page, without components, data or events.

/** React moves these to the head, where they do not belong to the page. */
const hoisted = 'link, meta, style, title, script';

function toReact(node: ChildNode, key: number): ReactNode {
  if (!(node instanceof Element)) return node.textContent;
  if (node.localName === 'textarea') return createElement('textarea', { key });
  // A production build compares no attributes but these, of hidden fields.
  const field =
    node instanceof HTMLInputElement ? { type: node.type, name: node.getAttribute('name') } : {};
  return createElement(node.localName, { key, ...field }, ...[...node.childNodes].map(toReact));
}

const container = document.getElementById('page');
if (!container) throw new Error('The page has no container');
document.head.append(...container.querySelectorAll(hoisted));
const comments = document.createTreeWalker(container, NodeFilter.SHOW_COMMENT);
const found: Node[] = [];
while (comments.nextNode()) found.push(comments.currentNode);
for (const comment of found) comment.parentNode?.removeChild(comment);
container.normalize();
hydrateRoot(container, [...container.childNodes].map(toReact), {
  onRecoverableError(error) {
    document.documentElement.dataset.mismatch = String(error);
  },
});
