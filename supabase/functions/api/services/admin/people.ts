// Reads what administrators did with the functions of supabase/migrations/*_create_admin_actions.sql.
import { z } from 'zod'
import { type AdminAction, adminAction } from '../../../_shared/contract/admin.ts'
import type { Call } from '../database.ts'

const { credits, added, removed } = adminAction.shape
const actionRow = z.object({
  id: z.number(),
  admin: z.string(),
  action: adminAction.shape.action,
  user_id: z.string().nullable(),
  email: z.string(),
  job_id: z.string().nullable(),
  title: z.string(),
  reason: z.string(),
  details: z.record(z.string(), z.unknown()),
  created_at: z.string(),
  is_taken_down: z.boolean(),
})

export function createPeople(call: Call) {
  return {
    actions: async (before: number | null, limit: number): Promise<AdminAction[]> =>
      (await call('list_admin_actions', { p_before: before, p_limit: limit }, z.array(actionRow))).map(viewAction),
  }
}

const detailsOf = {
  grant: z.object({ credits }),
  settings: z.record(z.string(), z.union([z.number(), z.boolean(), z.null()])).transform((given) => ({
    settings: Object.entries(given).map(([name, value]) => ({ name, value: describeSetting(value) })),
  })),
  refused_words: z.object({ added, removed }),
}

/** A limit of null is off. */
function describeSetting(value: number | boolean | null): string {
  if (typeof value === 'number') return String(value)
  return value ? 'on' : 'off'
}

function viewAction(row: z.output<typeof actionRow>): AdminAction {
  const { action, details } = row
  return {
    id: row.id,
    admin: row.admin,
    createdAt: row.created_at,
    userId: row.user_id,
    email: row.email,
    jobId: row.job_id,
    title: row.title,
    reason: row.reason,
    action,
    ...(action in detailsOf ? detailsOf[action as keyof typeof detailsOf].parse(details) : {}),
    isTakenDown: action === 'take_down' && row.is_taken_down,
  }
}
