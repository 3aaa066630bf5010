/**
 * A browser that translates the page puts elements of its own in the place of text nodes. React still holds the old ones, and to
 * take one out, or to put something in front of one, is an error that costs the whole page. Here it is none: what is gone is
 * gone, and what has lost its place comes last. Words that change stand in an element with a key, so that they are made anew.
 */
export function allowTranslation(prototype: Node = Node.prototype): void {
  const { insertBefore, removeChild } = prototype
  prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child
  }
  prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, next: Node | null): T {
    return insertBefore.call(this, node, next?.parentNode === this ? next : null) as T
  }
}
