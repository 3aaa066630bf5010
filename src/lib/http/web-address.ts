/** `javascript:` and the like must not be played, fetched or opened. */
export function isWebAddress(url: string): boolean {
  return /^(https?:\/\/|\/)/i.test(url)
}
