// Notifies the operator once when a problem begins and once when it ends (docs/decisions/011-webhooks-notifications-alerts.md).
// The database decides which process sends which alert. The webhook's URL is never logged.
import { z } from 'zod'
import { describeCause, type Log } from '../log.ts'
import type { Call } from './database.ts'

/** The minimum time between two checks of one process. */
const CHECK_MS = 30_000
const WEBHOOK_TIMEOUT_MS = 5000

const told = { is_firing: z.boolean(), since: z.string() }
const alert = z.discriminatedUnion('name', [
  z.object({ name: z.literal('sweep_silent'), ...told, facts: z.object({ last_sweep: z.string().nullable() }) }),
  z.object({
    name: z.literal('provider_refuses'),
    ...told,
    /** `requests`: the providers that refuse the format of our requests, rather than our key or account. */
    facts: z.object({ providers: z.array(z.string()).default([]), requests: z.array(z.string()).default([]) }),
  }),
  z.object({
    name: z.literal('budget_spent'),
    ...told,
    facts: z.object({ spent: z.number(), budget: z.number().nullable() }),
  }),
  z.object({ name: z.literal('deliveries_failing'), ...told, facts: z.object({ videos: z.number() }) }),
  z.object({ name: z.literal('links_reported'), ...told, facts: z.object({ videos: z.number() }) }),
])
type Alert = z.output<typeof alert>

export interface AlertOptions {
  call: Call
  /** The webhook's URL. */
  url: string
  /** Distinguishes several deployments of one operator. */
  project: string
  isSweepOn: boolean
  fetch: typeof globalThis.fetch
  now: () => Date
  log: Log
}

/**
 * Returns a function that checks for alerts, at most twice a minute, and sends new ones. That function never rejects.
 */
export function createAlerts({ call, url, project, isSweepOn, fetch, now, log }: AlertOptions): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY

  async function tell({ name, is_firing, since, facts }: Alert, text: string): Promise<void> {
    const status = is_firing ? 'firing' : 'resolved'
    // Slack and most other services read `text`. Discord reads `content`.
    const body = { text, content: text, service: 'soundreel', project, alert: name, status, since, facts }
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the webhook returned HTTP ${response.status}`)
  }

  return async () => {
    const time = now().getTime()
    // If the clock was set back, checks continue.
    if (Math.abs(time - checkedAt) < CHECK_MS) return
    checkedAt = time
    try {
      for (const found of await call('claim_alerts', { p_sweeps: isSweepOn }, z.array(alert))) {
        const { name, is_firing } = found
        try {
          await tell(found, `${is_firing ? '🔴' : '🟢 Resolved:'} ${project}: ${describeAlert(found)}`)
        } catch (cause) {
          log({ level: 'error', message: 'alert not sent', code: name, cause: hideAddress(cause) })
          continue
        }
        await call('mark_alert_announced', { p_name: name, p_is_firing: is_firing }, z.unknown())
        log({ level: 'info', message: is_firing ? 'alert sent' : 'resolved alert sent', code: name })
      }
    } catch (cause) {
      log({ level: 'warn', message: 'alerts could not be checked', cause: describeCause(cause) })
    }
  }
}

/** Returns the error without its message, which can contain the secret URL. */
function hideAddress(cause: unknown): string {
  const error = cause instanceof Error ? cause : new Error()
  return /^the webhook returned HTTP \d+$/.test(error.message) ? error.message : error.name
}

function describeAlert(found: Alert): string {
  switch (found.name) {
    case 'sweep_silent': {
      const { last_sweep } = found.facts
      if (!found.is_firing) return 'the sweep runs again.'
      return `the sweep ${last_sweep ? `has not finished since ${last_sweep}` : 'has never run'}. Credits for abandoned jobs are not being returned. Check its schedule with npm run doctor.`
    }
    case 'provider_refuses': {
      if (!found.is_firing) return 'the video provider accepts jobs again.'
      const { providers, requests } = found.facts
      const accounts = providers.filter((name) => !requests.includes(name))
      const list = (names: string[]) => new Intl.ListFormat('en').format(names) || 'name unknown'
      return [
        ...(requests.length > 0
          ? [
              `the form of our requests was rejected by the video provider: ${list(requests)}. Its new videos fail, and nobody is charged. Run npm run doctor, which quotes the answer.`,
            ]
          : []),
        ...(accounts.length > 0 || requests.length === 0
          ? [
              `our key or account was rejected by the video provider: ${list(accounts)}. Its new videos fail, and nobody is charged. Check its API key and its balance.`,
            ]
          : []),
      ].join(' Also: ')
    }
    case 'budget_spent': {
      const { spent, budget } = found.facts
      if (!found.is_firing) return 'less than 70% of the daily budget is spent.'
      return `${spent} of the ${budget} credits of the daily budget are spent. Once they are used up, new videos are refused until 00:00 UTC.`
    }
    case 'deliveries_failing':
      return found.is_firing
        ? `${found.facts.videos} finished videos could not be delivered in the last hour. We try each again until its deadline, then return its credits. Look for "video not delivered" in the log.`
        : 'videos are delivered again.'
    case 'links_reported': {
      const { videos } = found.facts
      if (!found.is_firing) return 'no reported video is left to look at.'
      return `viewers reported ${videos === 1 ? 'a shared video' : `${videos} shared videos`}. Look at the reports on /admin-logs.`
    }
    default:
      return found satisfies never
  }
}
