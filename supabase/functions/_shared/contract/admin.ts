import { z } from 'zod'
import { addFallback, filled, message, pageSize, requiredText, settlement, text, wrapResponse } from './fields.ts'
import { apiKey } from './keys.ts'

const said = addFallback(z.string(), '')

const admin = z.object({ id: said, username: said, displayName: said, role: said })
export type Admin = z.output<typeof admin>

const password = z.string().min(1).max(1000)
export const adminLoginBody = z.object({ username: z.string().min(1).max(200), password })
export type AdminLoginBody = z.input<typeof adminLoginBody>
export const adminCredentials = z.object({ username: z.string().max(200).optional(), password })

/** The fields are beside `success`, not under `data` as in most responses. */
export const adminLoginResponse = z.object({
  success: z.literal(true),
  message,
  token: filled,
  admin: admin.optional(),
})

export const loginRecord = z.object({
  id: said,
  email: said,
  name: said,
  /** A URL, or an empty string. */
  picture: said,
  timestamp: said,
  ipAddress: said,
  userAgent: said,
})
export type LoginRecord = z.output<typeof loginRecord>

export const loginLogsResponse = z.object({
  success: z.literal(true),
  message,
  admin,
  logs: z.array(loginRecord),
  /** Absent if the backend sends all records at once. */
  total: z.number().min(0).optional(),
  /** The requested page, or the last page if the requested one doesn't exist. */
  page: z.number().positive().optional(),
})
export interface LoginRecordPage {
  admin: Admin
  logs: LoginRecord[]
  total: number
  page: number
}

const day = z.iso
  .date()
  .refine((value) => value >= '2000-01-01' && value <= '2100-12-31', 'give a day from 2000-01-01 to 2100-12-31')
  .nullable()
  .default(null)

export const loginLogsQuery = z
  .object({
    email: text(320)
      .transform((value) => value.trim())
      .default(''),
    /** The first and last day in UTC, both included. Null means no limit. */
    from: day,
    to: day,
    page: pageSize(1_000_000, 1),
    pageSize: pageSize(200, 25),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['from'], message: 'must not be after "to"' })
export type LoginLogsQuery = z.output<typeof loginLogsQuery>

/** A provider's charge for one job, and the price that the user paid. */
export const jobCost = z.object({
  jobId: z.string(),
  createdAt: z.string(),
  model: z.string(),
  modelName: z.string(),
  provider: z.string(),
  credits: z.number(),
  settlement,
  /** `unit`: `usd`, or the provider's own credits or units. */
  cost: z.object({ amount: z.number(), unit: z.string() }),
})
export type JobCost = z.output<typeof jobCost>
export const costsResponse = wrapResponse(z.object({ jobs: z.array(jobCost) }))

/** The jobs of one model and provider that ended with one outcome on a day. */
export const endedJobs = z.object({
  /** YYYY-MM-DD in UTC. */
  day: z.string(),
  model: z.string(),
  modelName: z.string(),
  provider: z.string(),
  /** `succeeded`, or the failure code. */
  outcome: z.string(),
  jobs: z.number(),
  /** The credits that these jobs charged. */
  charged: z.number(),
  /** The credits that these jobs returned. */
  returned: z.number(),
  /** The sum of the costs in this unit. Null if the provider reported none. */
  cost: z.object({ amount: z.number(), unit: z.string() }).nullable(),
})
export type EndedJobs = z.output<typeof endedJobs>

/** The operator's numbers of this month and the last one, and of at least 30 days. Days are in UTC. */
export const numbers = z.object({
  today: z.string(),
  jobs: z.array(endedJobs),
  /** 95% of a day's videos were in the library at most this long after their end. Days without videos are left out. */
  delays: z.array(z.object({ day: z.string(), seconds: z.number() })),
  /** The granted credits by day and type. */
  grants: z.array(z.object({ day: z.string(), type: z.string(), credits: z.number() })),
  openJobs: z.number(),
  /** The age of the oldest job in a provider's queue. Null if no job is queued. */
  oldestQueuedSeconds: z.number().nullable(),
  /** How late the most overdue status check is. */
  overdueSeconds: z.number(),
  /** The stored bytes, and the day on which they were counted. Null before the first count. */
  stored: z.object({ bytes: z.number(), day: z.string() }).nullable(),
  /** The plan's limit, from STORAGE_LIMIT_GB. Null if the operator set none. */
  storageLimitBytes: z.number().nullable(),
  openReports: z.number(),
})
export type Numbers = z.output<typeof numbers>
export const numbersResponse = wrapResponse(numbers)

export const creditUser = z.object({ id: z.string(), email: z.string(), name: z.string(), credits: z.number() })
export type CreditUser = z.output<typeof creditUser>

export const findUsersBody = z.object({ user: requiredText(320) })
export type FindUsersBody = z.input<typeof findUsersBody>
export const findUsersResponse = wrapResponse(z.object({ users: z.array(creditUser) }))

export const MAX_GRANT = 1_000_000
export const MAX_REASON_CHARACTERS = 200
export const grantCreditsBody = z.object({
  user_id: z.uuid(),
  amount: z.int().min(1).max(MAX_GRANT),
  reason: requiredText(MAX_REASON_CHARACTERS),
})
export type GrantCreditsBody = z.input<typeof grantCreditsBody>
export const grantResponse = wrapResponse(z.object({ user: creditUser }))

const count = z.int().min(0)

/** A user as the administrator sees one. No prompt is among it. `jobs` and `signIns`: the latest 10. */
export const person = z.object({
  id: filled,
  email: z.string(),
  name: z.string(),
  /** `credits`: those that the user can spend. `held`: those of videos in progress. */
  credits: count,
  held: count,
  createdAt: z.string(),
  /** Null for a user who may generate videos. */
  suspension: z.object({ reason: z.string(), since: z.string() }).nullable(),
  jobCount: count,
  openJobCount: count,
  jobs: z.array(
    z.object({
      id: filled,
      modelName: z.string(),
      status: z.string(),
      credits: count,
      settlement,
      createdAt: z.string(),
    }),
  ),
  signInCount: count,
  signIns: z.array(z.object({ id: filled, time: z.string(), ipAddress: z.string(), userAgent: z.string() })),
  keys: z.array(apiKey),
})
export type Person = z.output<typeof person>

export const suspensionBody = z.object({
  user_id: z.uuid(),
  suspended: z.boolean(),
  reason: requiredText(MAX_REASON_CHARACTERS),
})
export type SuspensionBody = z.input<typeof suspensionBody>

export const MAX_REFUSED_WORDS = 500
export const MAX_REFUSED_WORD_CHARACTERS = 100

/** `*` stands for any letters and digits of a word. */
export const refusedWordsBody = z.object({
  words: z.array(text(MAX_REFUSED_WORD_CHARACTERS)).max(MAX_REFUSED_WORDS),
})
export type RefusedWordsBody = z.input<typeof refusedWordsBody>

/** A word or phrase that this site refuses in a prompt. `refusals`: the create requests that it refused. */
export const refusedWord = z.object({ word: filled, refusals: count, refusedAt: z.string().nullable() })
export type RefusedWord = z.output<typeof refusedWord>

/** An action of an administrator, also in a terminal. Nobody can change or delete it. */
export const adminAction = z.object({
  id: z.int(),
  admin: z.string(),
  createdAt: z.string(),
  /** The user's email and the video's title or prompt are those of now. Both are empty if deleted. */
  userId: z.string().nullable(),
  email: z.string(),
  jobId: z.string().nullable(),
  title: z.string(),
  /** Empty for an action without a reason. */
  reason: z.string(),
  action: z.enum(['grant', 'settings', 'suspend', 'lift', 'take_down', 'restore', 'dismiss', 'refused_words']),
  /** `grant`: its credits. */
  credits: count.optional(),
  /** `settings`: the settings that were set, each with a number, `on`, or `off`. */
  settings: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  /** `refused_words`: the words that were added and removed. */
  added: z.array(z.string()).optional(),
  removed: z.array(z.string()).optional(),
  /** `take_down`: whether the video is still taken down. */
  isTakenDown: z.boolean(),
})
export type AdminAction = z.output<typeof adminAction>

export const actionsQuery = z.object({ cursor: z.string().max(200).optional() })

export const peopleResponse = wrapResponse(z.object({ people: z.array(person) }))
export const suspensionResponse = wrapResponse(z.object({ person }))
export const refusedWordsResponse = wrapResponse(z.object({ words: z.array(refusedWord) }))
/** Newest first. `nextCursor`: null on the last page. */
export const actionsResponse = wrapResponse(
  z.object({ actions: z.array(adminAction), nextCursor: z.string().nullable() }),
)
export type AdminActions = z.output<typeof actionsResponse>['data']
export const restoreResponse = wrapResponse(z.object({ jobId: filled }))

export const adminRoutes = {
  'POST /api/admin/people/find': peopleResponse,
  'POST /api/admin/people/suspension': suspensionResponse,
  'GET /api/admin/refused-words': refusedWordsResponse,
  'POST /api/admin/refused-words': refusedWordsResponse,
  'GET /api/admin/actions': actionsResponse,
  'POST /api/admin/videos/:id/restore': restoreResponse,
  'GET /api/admin/costs': costsResponse,
  'GET /api/admin/numbers': numbersResponse,
  'POST /api/admin/credits/find-users': findUsersResponse,
  'POST /api/admin/credits/grant': grantResponse,
  'POST /api/auth/admin-login': adminLoginResponse,
  'GET /api/auth/login-logs': loginLogsResponse,
  'POST /api/auth/login-logs': loginLogsResponse,
} as const
