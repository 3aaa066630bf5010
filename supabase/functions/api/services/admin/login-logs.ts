import { z } from 'zod'
import type { LoginRecordPage } from '../../../../../contract/admin.ts'
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
  email: string
  /** YYYY-MM-DD in UTC, inclusive; null for no limit. */
  from: string | null
  to: string | null
  page: number
  pageSize: number
}

/** Users set the address of their image, and the administrator's browser loads it: others than `avatarUrl` are dropped. */
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
