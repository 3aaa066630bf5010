/** What may be played, fetched or opened in a tab: `javascript:` and the like count as no address. */
export function isWebAddress(url: string): boolean {
  return /^(https?:\/\/|\/)/i.test(url)
}
