/**
 * Page translation replaces text nodes with elements that React does not know about. When it later removes such a
 * text node, or inserts something before it, the browser throws and the screen is lost
 * (https://github.com/facebook/react/issues/11538). Changing text in the back office and the kit stands in
 * elements of its own, which React changes without its text nodes; this is for libraries and for what was overlooked.
 */
export function tolerateTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };
  Node.prototype.insertBefore = function <Added extends Node>(
    this: Node,
    added: Added,
    next: Node | null,
  ): Added {
    return insertBefore.call(this, added, next?.parentNode === this ? next : null) as Added;
  };
}
