/** Formats a price, such as 29.9 as '$29.9' and 286 as '$286'. */
export function formatPrice(dollars: number): string {
  return `$${dollars.toLocaleString('en-US')}`
}

/** Formats a price with cents. */
export function formatExact(dollars: number): string {
  return dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
