// Read once, when the page starts or is rendered.
import { type Env, parseEnv } from './parse-env'

/** Prerendered pages have no origin yet: their addresses start at the root. */
function pageOrigin(): string {
  return typeof window === 'undefined' ? '' : window.location.origin
}

export const env: Env = parseEnv(import.meta.env, pageOrigin())

export function siteTitle(title: string): string {
  return `${title} | ${env.siteName}`
}
