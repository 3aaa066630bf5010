import { type Context, createSender, type Result, runChecks } from '../checks/check.ts'
import { readSettings, removeSecrets } from '../checks/settings.ts'
import { createOneServerChecks } from './checks.ts'
import { createLoopbackFetch } from './reach.ts'
import { readTarget } from './target.ts'

interface Deps {
  fetch?: typeof globalThis.fetch
  timeoutMs: number
  now: Context['now']
}

/** Runs the checks of the server for a team in this folder. The results contain no value of a secret setting. */
export async function examineOneServer(environment: NodeJS.ProcessEnv, deps: Deps): Promise<Result[]> {
  const found = readTarget(environment)
  const isFault = 'what' in found
  const settings = isFault ? readSettings(environment, '.env') : found.settings
  const fetch = isFault ? globalThis.fetch : createLoopbackFetch(found.server.origin, found.server.port, deps.fetch)
  const ask = createSender(fetch, deps.timeoutMs)
  const none = () => Promise.reject(new Error('only a deployment has this'))
  const results = await runChecks(createOneServerChecks(found), {
    settings,
    ask,
    sql: none,
    version: none,
    now: deps.now,
  })
  return removeSecrets(results, settings)
}
