import { randomUUID } from 'node:crypto'
import { holdCredits, settleJob } from '../../tests/harness/ledger/calls.ts'
import type { Sql } from '../../tests/harness/sql.ts'

/** One connection of the person's browser and one of the server; PGlite has one for both. */
export interface Clients {
  asPerson: Sql
  asServer: Sql
}

export type Operation = (clients: Clients, personId: string) => Promise<unknown>

/** Its bar is the largest size against the size of one full page and more. */
export const ADMIN_PAGE = 'administrator’s first page of login records'

export const OPERATIONS: Record<string, Operation> = {
  get_user_credits: ({ asPerson }, id) => asPerson('select public.get_user_credits($1)', [id]),
  'hold + capture': async ({ asServer }, id) => {
    const jobId = randomUUID()
    await holdCredits(asServer, { userId: id, jobId })
    await settleJob(asServer, jobId, 'capture')
  },
  'login records within 60 s': ({ asPerson }, id) =>
    asPerson(
      `select id from public.login_logs where user_id = $1 and login_time > now() - interval '60 seconds' limit 1`,
      [id],
    ),
  'page of jobs, 12': ({ asServer }, id) => asServer('select public.list_jobs($1, false, null, null, 12)', [id]),
  'page of jobs that hold a common word': ({ asServer }, id) =>
    asServer(`select public.list_jobs($1, false, null, null, 12, 'LIGHTHOUSE')`, [id]),
  'search that finds nothing': ({ asServer }, id) =>
    asServer(`select public.list_jobs($1, false, null, null, 12, 'no such word')`, [id]),
  'open jobs': ({ asServer }, id) => asServer('select public.list_jobs($1, true, null, null, 12)', [id]),
  'statement page, 50': ({ asServer }, id) => asServer('select public.list_credit_entries($1, null, 50)', [id]),
  // The smallest table holds 10, so every size answers the same number of rows.
  'newest login records, a page of 10': ({ asServer }) =>
    asServer('select * from public.login_logs order by login_time desc, id limit 10'),
  [ADMIN_PAGE]: ({ asServer }) => asServer(`select public.list_login_logs('', null, null, 1, 25)`),
}
