// Read once, when the page starts or is rendered.
import { type BrowserEnv, parseEnv } from './parse-env'

/** Returns the page's origin. Prerendered pages have none, so their addresses start at the root. */
function getPageOrigin(): string {
  return typeof window === 'undefined' ? '' : window.location.origin
}

export const env: BrowserEnv = parseEnv(import.meta.env, getPageOrigin())

export function formatTitle(title: string): string {
  return `${title} | ${env.siteName}`
}
