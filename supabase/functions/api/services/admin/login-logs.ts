import { z } from 'zod'
import { type LoginLogsQuery, type LoginRecordPage, loginRecord } from '../../../_shared/contract/admin.ts'
import { removeFallbacks } from '../../../_shared/contract/fields.ts'
import type { Call } from '../database.ts'

const page = z.object({ total: z.number(), page: z.number(), logs: z.array(removeFallbacks(loginRecord)) })

/**
 * Lists sign-in records. Users can set the URL of their avatar, and the administrator's browser loads it. So this
 * removes any avatar outside `avatarUrl`.
 */
export async function listLoginLogs(
  call: Call,
  query: LoginLogsQuery,
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
