// Makes React tolerate browser translation, which replaces text nodes that React still references. React would throw
// when it removes such a node, or inserts before it (https://github.com/facebook/react/issues/11538). Put changing text
// into an element with a key, so that React recreates the element.
export function allowTranslation(prototype: Node = Node.prototype): void {
  const { insertBefore, removeChild } = prototype
  prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child
  }
  prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, next: Node | null): T {
    return insertBefore.call(this, node, next?.parentNode === this ? next : null) as T
  }
}
