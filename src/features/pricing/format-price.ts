/** 29.9 as '$29.9', 286 as '$286'. */
export function formatPrice(dollars: number): string {
  return `$${dollars.toLocaleString('en-US')}`
}

/** Always with cents. */
export function formatExact(dollars: number): string {
  return dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
