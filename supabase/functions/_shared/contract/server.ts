// Responses about the server itself. Other backends may send different fields, so the browser shows whatever it
// receives.
import { z } from 'zod'
import { wrapResponse } from './fields.ts'

/** `busy`: the dependency has too many requests to respond in time. */
const dependencyState = z.enum(['ok', 'busy', 'down'])
export type DependencyState = z.output<typeof dependencyState>

const report = z.object({
  status: z.enum(['ok', 'busy', 'degraded', 'down']),
  dependencies: z.record(z.string(), dependencyState),
  /**
   * `secondsSinceLast`: null if the sweep never ran. `backlog`: jobs and holds that wait for the sweep, counted up to
   * 10,000 each.
   * The report is null if the database didn't respond.
   */
  sweep: z.object({ secondsSinceLast: z.number().nullable(), backlog: z.number() }).nullable(),
})
export type HealthReport = z.output<typeof report>

/** `not_checked`: the provider can't be checked, or didn't respond yet. */
const providerState = z.enum(['ready', 'faulty', 'not_checked'])
export type ProviderState = z.output<typeof providerState>

const settings = z.object({
  marks: z.record(z.string(), z.string()),
  /** Each provider with its host, such as `fal at queue.fal.run`. */
  providers: z.array(z.string()),
  /** Each origin after its provider's name. */
  fileOrigins: z.array(z.string()),
  issuer: z.string(),
  origins: z.array(z.string()),
  publicUrl: z.string(),
  alerts: z.enum(['on', 'off']),
  /** Whether the function has the key service_role, which Supabase ends. */
  usesOldKey: z.boolean(),
})

export type SettingsReport = z.output<typeof settings>

const health = {
  message: z.string(),
  version: z.string(),
  ...report.shape,
  /** Each provider's state at the last check, by name. */
  providers: z.record(z.string(), providerState),
  /** Only for requests with SWEEP_SECRET. */
  settings: settings.optional(),
}
const healthResponse = z.object({ success: z.literal(true), ...health })
/** Sent with status 503. */
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
    /** Says, by the name of each model that its maker ended, what became of it. */
    endedModels: z.record(z.string(), z.string()),
    /** Messages for the administrator, by model name or provider name. */
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
    /** Videos that reached the operator's maximum age. */
    deleted_videos: z.number(),
  }),
)
export type SweepReport = z.output<typeof sweepResponse>['data']

/** JSON-RPC of the Model Context Protocol. The MCP package creates and validates the messages. */
export const mcpResponse = z.looseObject({ jsonrpc: z.literal('2.0') })

/** The response to a provider's webhook. */
const webhookResponse = z.object({ success: z.literal(true), message: z.string() })

export const serverRoutes = {
  'GET /health': healthResponse,
  'POST /api/jobs/sweep': sweepResponse,
  'POST /generation/webhook/:provider': webhookResponse,
  'POST /mcp': mcpResponse,
  /** The document's own schemas describe its content. */
  'GET /v1/openapi.json': z.looseObject({ openapi: z.literal('3.1.1') }),
  'GET /api/admin/test': adminTestResponse,
  'GET /api/admin/status': adminStatusResponse,
} as const
