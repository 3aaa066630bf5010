import { env } from './env'

export function siteTitle(title: string): string {
  return `${title} | ${env.siteName}`
}
