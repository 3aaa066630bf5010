// Waits until the deployed function is in force. Its code and its settings go live a moment after the deployment, and
// not at the same time.
import { describeSettings, parseEnv } from '../../supabase/functions/api/env.ts'
import type { Deployment } from '../project/settings.ts'
import { DeployError } from '../project/supabase.ts'

const DEADLINE_MS = 60_000
const INTERVAL_MS = 2000
/** The age of the last sweep from which the schedule has stopped. */
const SWEEP_LATE_SECONDS = 180

interface Health {
  version?: string
  sweep?: { secondsSinceLast: number | null } | null
  /** Only for a request with the function's SWEEP_SECRET. */
  settings?: { marks: Record<string, string> }
}

type FunctionDeployment = Pick<Deployment, 'ref' | 'apiUrl' | 'functionSecrets'>

/** Waits until the function reports this version and the new settings. Warns of a sweep that has stopped. */
export async function waitForFunction(deployment: FunctionDeployment, version: string): Promise<void> {
  const { ref, apiUrl, functionSecrets } = deployment
  const settings = { ...functionSecrets, SUPABASE_URL: `https://${ref}.supabase.co`, SUPABASE_SECRET_KEY: '-' }
  const { marks } = describeSettings(parseEnv(settings))
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    const health = await fetch(`${apiUrl}/health`, { headers: { apikey: functionSecrets.SWEEP_SECRET ?? '' } })
      .then((response) => response.json() as Promise<Health>)
      .catch(() => null)
    const missing = findMissing(health, version, marks)
    if (!missing) return warnOfLateSweep(health)
    if (Date.now() > deadline) {
      throw new DeployError(
        `${apiUrl}/health doesn't report ${missing}. See the function's log in the dashboard, under Edge Functions.`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS))
  }
}

/** Names what isn't in force yet. Returns null if everything is. */
function findMissing(health: Health | null, version: string, marks: Record<string, string>): string | null {
  if (health?.version !== version) return `version ${version}`
  if (!health.settings) return 'the new SWEEP_SECRET'
  const found = health.settings.marks
  const old = [...new Set([...Object.keys(marks), ...Object.keys(found)])].filter((name) => marks[name] !== found[name])
  return old.length > 0 ? `the new ${old.join(', ')}` : null
}

function warnOfLateSweep(health: Health | null): void {
  const seconds = health?.sweep?.secondsSinceLast ?? 0
  if (seconds <= SWEEP_LATE_SECONDS) return
  console.log(
    `  The sweep last ran ${seconds} s ago. It must run again within a minute. Check it with \`npm run doctor\`.`,
  )
}
