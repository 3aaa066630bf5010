import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { provideSecurityHeaders } from '../security-headers.ts'
import type { ShareSettings } from './share-response.ts'

/**
 * Reads the settings that a handler needs.
 * @param folder the built app
 * @param env VITE_* settings
 */
export async function readShareSettings(
  folder: string,
  env: Record<string, string | undefined>,
): Promise<ShareSettings> {
  return {
    shell: await readFile(join(folder, 's.html'), 'utf8'),
    headers: provideSecurityHeaders(env),
    apiUrl: env.VITE_API_URL ?? '',
    siteUrl: env.VITE_SITE_URL ?? '',
  }
}
