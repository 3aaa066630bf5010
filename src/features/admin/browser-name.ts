import { UAParser } from 'ua-parser-js'

/** Returns a browser's name, such as 'Chrome 130 · Windows 10', or null. */
export function nameBrowser(userAgent: string): string | null {
  const { browser, os } = new UAParser(userAgent).getResult()
  const names = [
    [browser.name, browser.version?.split('.')[0]],
    [os.name, os.version],
  ].map((parts) => parts.filter(Boolean).join(' '))
  return names.filter(Boolean).join(' · ') || null
}
