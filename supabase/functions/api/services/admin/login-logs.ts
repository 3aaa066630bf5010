import { z } from 'zod'
import type { LoginRecordPage } from '../../contract.ts'
import type { Call } from '../database.ts'

const page = z.object({
  total: z.number(),
  page: z.number(),
  logs: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      picture: z.string(),
      timestamp: z.string(),
      ipAddress: z.string(),
      userAgent: z.string(),
    }),
  ),
}) satisfies z.ZodType<Omit<LoginRecordPage, 'admin'>>

export interface LoginLogQuery {
  /** Part of the e-mail address; empty for everybody. */
  email: string
  /** YYYY-MM-DD in UTC, both included; null for no end. */
  from: string | null
  to: string | null
  page: number
  pageSize: number
}

/**
 * Newest first. A page beyond the last is the last one, and `page` says so. Users write the address of their picture
 * themselves: what does not begin with `avatarUrl` is left out, for an administrator's browser would ask for it.
 */
export async function listLoginLogs(
  call: Call,
  query: LoginLogQuery,
  avatarUrl: string,
): Promise<Omit<LoginRecordPage, 'admin'>> {
  const found = await call(
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
  const isAvatar = (picture: string) => URL.parse(picture)?.href.startsWith(avatarUrl) ?? false
  return { ...found, logs: found.logs.map((log) => ({ ...log, picture: isAvatar(log.picture) ? log.picture : '' })) }
}
