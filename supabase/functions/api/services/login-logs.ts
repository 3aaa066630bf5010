import { z } from 'zod'
import type { Call } from './database.ts'

const page = z.object({
  total: z.number(),
  page: z.number(),
  logs: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      picture: z.string(),
      /** ISO, UTC. */
      timestamp: z.string(),
      ipAddress: z.string(),
      userAgent: z.string(),
    }),
  ),
})
export type LoginLogPage = z.output<typeof page>

export interface LoginLogQuery {
  /** Part of the e-mail address; empty for everybody. */
  email: string
  /** YYYY-MM-DD in UTC, both included; null for no end. */
  from: string | null
  to: string | null
  page: number
  pageSize: number
}

/** Newest first. A page beyond the last is the last one, and `page` says so. */
export function listLoginLogs(call: Call, query: LoginLogQuery): Promise<LoginLogPage> {
  return call(
    'list_login_logs',
    {
      p_email: query.email,
      p_from: query.from,
      p_to: query.to,
      p_page: query.page,
      p_page_size: query.pageSize,
    },
    page,
  )
}
