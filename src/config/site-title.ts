import { env } from './env'

/** The title of a page, with the name of the site behind it. */
export function siteTitle(title: string): string {
  return `${title} | ${env.siteName}`
}
