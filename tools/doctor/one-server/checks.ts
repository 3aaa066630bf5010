// The doctor's checks of a server for a team.
import type { Check, Problem } from '../checks/check.ts'
import { MODEL_CHECK } from '../checks/models.ts'
import { PROVIDER_CHECKS } from '../checks/provider.ts'
import { SITE_CHECKS } from '../checks/site.ts'
import { createDiskChecks } from './disk-checks.ts'
import { createFileCheck } from './file-check.ts'
import { createProxyChecks } from './proxy-checks.ts'
import { reuse } from './reuse.ts'
import { checkSettings, createServerChecks } from './server-checks.ts'
import { createSignInChecks } from './sign-in-checks.ts'
import type { Target } from './target.ts'

const BUILD_AGAIN = 'Remove the settings of other addresses (VITE_..._URL) from .env, then restart the server'

/** No other check runs after a fault of the settings, so none reads the target. */
const NOTHING = { settings: {}, server: {}, oneServer: {}, keys: {}, meant: {} } as unknown as Target

/** @param found the server, or the fault of its settings, which leaves all other checks out */
export function createOneServerChecks(found: Target | Problem): Check[] {
  const isFault = 'what' in found
  const settings: Check = { name: 'settings', run: () => (isFault ? [found] : checkSettings(found)) }
  const target = isFault ? NOTHING : found
  return [
    settings,
    ...createServerChecks(target),
    ...createSignInChecks(target),
    reuse(PROVIDER_CHECKS, 'provider key', { after: ['settings'] }),
    reuse([MODEL_CHECK], 'provider models', { after: ['provider key'] }),
    reuse(SITE_CHECKS, 'site', { after: ['server'], fix: BUILD_AGAIN }),
    ...['site pages', 'shared links', 'site headers', 'site files', 'bundle', 'published secrets'].map((name) =>
      reuse(SITE_CHECKS, name, { after: ['site'], fix: BUILD_AGAIN }),
    ),
    createFileCheck(target),
    ...createProxyChecks(target),
    ...createDiskChecks(target),
  ]
}
