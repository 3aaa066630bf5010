/** Returns whether two lists have the same items in the same order, compared by Object.is. */
export function hasSameItemsInOrder(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => Object.is(item, b[index]))
}
