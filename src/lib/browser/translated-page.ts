// Browser translation replaces text nodes that React still holds. Removing one, or inserting before one, would throw and take down
// the page (https://github.com/facebook/react/issues/11538). Text that changes must be in an element with a key, to be created anew.
export function allowTranslation(prototype: Node = Node.prototype): void {
  const { insertBefore, removeChild } = prototype
  prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child
  }
  prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, next: Node | null): T {
    return insertBefore.call(this, node, next?.parentNode === this ? next : null) as T
  }
}
