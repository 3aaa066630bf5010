// Answers about the server itself. The specification leaves them open, so the browser shows whatever they hold.
import { z } from 'zod'
import { wrapResponse } from './fields.ts'

/** `busy`: too many calls to answer this one in time. */
const dependencyState = z.enum(['ok', 'busy', 'down'])
export type DependencyState = z.output<typeof dependencyState>

const report = z.object({
  status: z.enum(['ok', 'busy', 'degraded', 'down']),
  dependencies: z.record(z.string(), dependencyState),
  /**
   * `secondsSinceLast`: null when it never ran. `backlog`: jobs and holds that wait for it, at most 10,000 of each. Null when
   * the database did not say.
   */
  sweep: z.object({ secondsSinceLast: z.number().nullable(), backlog: z.number() }).nullable(),
})
export type HealthReport = z.output<typeof report>

const settings = z.object({
  marks: z.record(z.string(), z.string()),
  /** Each with its host, such as `fal at queue.fal.run`. */
  providers: z.array(z.string()),
  /** Each behind its provider's name. */
  fileOrigins: z.array(z.string()),
  issuer: z.string(),
  origins: z.array(z.string()),
  publicUrl: z.string(),
  alerts: z.enum(['on', 'off']),
})

export type SettingsReport = z.output<typeof settings>

const health = {
  message: z.string(),
  version: z.string(),
  ...report.shape,
  /** The state of each provider when it was last asked, by name. `not_checked`: it can't be asked, or did not answer yet. */
  providers: z.record(z.string(), z.enum(['ready', 'faulty', 'not_checked'])),
  /** Only for who holds SWEEP_SECRET. */
  settings: settings.optional(),
}
const healthResponse = z.object({ success: z.literal(true), ...health })
/** Sent with 503. */
export const unhealthyResponse = z.object({
  success: z.literal(false),
  code: z.literal('unhealthy'),
  requestId: z.string(),
  ...health,
})

const adminTestResponse = wrapResponse(z.object({ time: z.string() }))

const adminStatusResponse = wrapResponse(
  z.object({
    ...report.shape,
    time: z.string(),
    videoProvider: z.string(),
    testCredits: z.boolean(),
    /** Sentences for the administrator, by the name of the model, else of the provider. */
    faults: z.record(z.string(), z.string()),
  }),
)

export const sweepResponse = wrapResponse(
  z.object({
    released_holds: z.number(),
    expired_jobs: z.number(),
    checked_jobs: z.number(),
    settled_jobs: z.number(),
    failed_checks: z.number(),
    /** Videos of the age that the operator set. */
    deleted_videos: z.number(),
  }),
)
export type SweepReport = z.output<typeof sweepResponse>['data']

/** JSON-RPC of the Model Context Protocol, whose own package writes and checks the messages. */
export const mcpResponse = z.looseObject({ jsonrpc: z.literal('2.0') })

/** The response to a provider that reports on a task. */
const webhookResponse = z.object({ success: z.literal(true), message: z.string() })

export const serverRoutes = {
  'GET /health': healthResponse,
  'POST /api/jobs/sweep': sweepResponse,
  'POST /generation/webhook/:provider': webhookResponse,
  'POST /mcp': mcpResponse,
  // Its own schemas say what is in it.
  'GET /v1/openapi.json': z.looseObject({ openapi: z.literal('3.1.1') }),
  'GET /api/admin/test': adminTestResponse,
  'GET /api/admin/status': adminStatusResponse,
} as const
