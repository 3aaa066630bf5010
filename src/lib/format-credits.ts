const format = new Intl.NumberFormat('en-US')

export function formatCredits(credits: number): string {
  return format.format(credits)
}

/** Formats credits with their sign. It uses the minus sign character, which is as wide as a plus. */
export function formatTransaction(credits: number): string {
  if (credits === 0) return '0'
  return `${credits < 0 ? '−' : '+'}${formatCredits(Math.abs(credits))}`
}
