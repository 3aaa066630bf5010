import { type BrowserEnv, parseEnv } from './parse-env'

/** Returns the page's origin. Empty during prerendering, so that addresses start at the root. */
function getPageOrigin(): string {
  return typeof window === 'undefined' ? '' : window.location.origin
}

export const env: BrowserEnv = parseEnv(import.meta.env, getPageOrigin())

export function formatTitle(title: string): string {
  return `${title} | ${env.siteName}`
}
