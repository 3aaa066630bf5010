// What the functions answer where something is wrong: each guard in a function body has its sentence here.
import { randomUUID } from 'node:crypto'
import {
  call,
  claimJob,
  creditBalances,
  expireJobs,
  grantCredits,
  type HoldCall,
  holdCredits,
  listDueJobs,
  noteTask,
  parkJobs,
  releaseUnusedHolds,
  settleJob,
  startJob,
  validateCredits,
} from '../ledger/calls.ts'
import { attempt, refusal, type Sql } from '../server/sql.ts'
import { as, type Probe, type Setting, same } from './setting.ts'

const sweepHealth = (sql: Sql, minutesLater: number) =>
  call<{ seconds_since_last: number | null; backlog: number }>(
    sql,
    'public.sweep_health(now() + make_interval(mins => $1))',
    [minutesLater],
  )
const holdOutcome = async ({ sql }: Setting, hold: HoldCall) => (await holdCredits(sql, hold)).outcome
const startOutcome = async ({ sql }: Setting, hold: HoldCall, options = {}) =>
  (await startJob(sql, hold, options)).outcome

const HOLDS: Record<string, Probe> = {
  'a hold is taken at today’s price and no other, for a model that has one': async (s) => {
    const hold = { userId: s.owner, jobId: randomUUID() }
    for (const quoted of [19, 21, 0, -20]) same(await holdOutcome(s, { ...hold, quoted }), 'price_changed')
    same(await holdOutcome(s, { ...hold, model: 'veo-99' }), 'unknown_model')
    same((await creditBalances(s.sql, s.owner)).total_credits, 940)
  },
  'a hold beyond the balance is answered, and takes nothing': async (s) => {
    same(await holdOutcome(s, { userId: s.stranger, jobId: randomUUID(), model: 'veo-2', quoted: 180 }), 'insufficient')
    same((await creditBalances(s.sql, s.stranger)).total_credits, 50)
  },
  'a hold is bound to its person, model, price and purpose': async (s) => {
    const hold = { userId: s.owner, jobId: s.jobs.held }
    same(await holdOutcome(s, hold), 'exists')
    same(await holdOutcome(s, { ...hold, userId: s.stranger }), 'key_mismatch')
    same(await holdOutcome(s, { ...hold, model: 'veo-3' }), 'key_mismatch')
    same(await holdOutcome(s, { ...hold, quoted: 19 }), 'key_mismatch')
    same(await holdOutcome(s, { ...hold, type: 'other' }), 'key_mismatch')
  },
  'a settled hold holds and starts nothing again': async (s) => {
    for (const jobId of [s.jobs.captured, s.jobs.released]) {
      same(await holdOutcome(s, { userId: s.owner, jobId }), 'spent')
    }
    const jobId = randomUUID()
    await holdCredits(s.sql, { userId: s.owner, jobId })
    await releaseUnusedHolds(s.sql, 16)
    same(await startOutcome(s, { userId: s.owner, jobId }), 'spent')
  },
  'a charge at once is final at once': async (s) => {
    const jobId = randomUUID()
    const hold = { userId: s.stranger, jobId, capture: true }
    for (const outcome of ['held', 'exists']) {
      const answer = await holdCredits(s.sql, hold)
      same([answer.outcome, answer.settlement], [outcome, 'captured'])
    }
    const open = { jobId: s.jobs.held, capture: true }
    same(await holdOutcome(s, { ...open, userId: s.stranger }), 'key_mismatch')
    same((await holdCredits(s.sql, { ...open, capture: false, userId: s.owner })).settlement, 'held')
    same((await holdCredits(s.sql, { ...open, userId: s.owner })).settlement, 'captured')
    await settleJob(s.sql, jobId, 'release')
    same((await creditBalances(s.sql, s.stranger)).total_credits, 30)
  },
}

const JOBS: Record<string, Probe> = {
  'a job starts for the person, the model and the request it was held and started with': async (s) => {
    const hold = { userId: s.owner, jobId: s.jobs.held }
    same(await startOutcome(s, { ...hold, userId: s.stranger }), 'key_mismatch')
    same(await startOutcome(s, hold), 'started')
    same(await startOutcome(s, hold), 'exists')
    same(await startOutcome(s, hold, { hash: 'another request' }), 'key_mismatch')
    same(await startOutcome(s, { ...hold, userId: s.stranger }), 'key_mismatch')
  },
  'a start that does not match its hold gives it back at once, to its person alone': async (s) => {
    for (const other of [{ model: 'veo-3', quoted: 330 }, { quoted: 19 }]) {
      const hold = { userId: s.stranger, jobId: randomUUID() }
      await holdCredits(s.sql, hold)
      same(await startOutcome(s, { ...hold, ...other, userId: s.owner }), 'key_mismatch')
      same((await creditBalances(s.sql, s.stranger)).total_credits, 30)
      same(await startOutcome(s, { ...hold, ...other }), 'key_mismatch')
      same((await creditBalances(s.sql, s.stranger)).total_credits, 50)
      same(await startOutcome(s, hold), 'spent')
    }
  },
  'a person has no more open jobs than allowed, and the refused one holds nothing': async (s) => {
    same(await startOutcome(s, { userId: s.owner, jobId: s.jobs.held }, { maxOpen: 1 }), 'too_many_open')
    same((await creditBalances(s.sql, s.owner)).total_credits, 960)
  },
  'a job is its owner’s to see': async (s) => {
    const find = (userId: string) =>
      call<{ id: string } | null>(s.sql, 'public.get_job($1, $2)', [s.jobs.started, userId])
    same((await find(s.owner))?.id, s.jobs.started)
    same(await find(s.stranger), null)
  },
  'the first outcome of a job stands, in credits and in status': async (s) => {
    for (const [jobId, settlement, status] of [
      [s.jobs.captured, 'captured', 'succeeded'],
      [s.jobs.released, 'released', 'failed'],
    ] as const) {
      for (const outcome of ['capture', 'release'] as const) {
        const job = await settleJob(s.sql, jobId, outcome)
        same([job?.settlement, job?.status], [settlement, status])
      }
    }
    const other = JSON.stringify({ path: 'c/d.mp4', duration_seconds: 6, bytes: 2000 })
    await call(s.sql, 'public.settle_job($1, $2::jsonb, null, null)', [s.jobs.captured, other])
    same(await s.sql('select video_path from public.generations where id = $1', [s.jobs.captured]), [
      { video_path: 'a/b.mp4' },
    ])
  },
  'a task is one job’s: the next one is told, and keeps its status': async (s) => {
    const jobId = randomUUID()
    await startJob(s.sql, { userId: s.stranger, jobId })
    const note = (job: string) => call<boolean>(s.sql, `public.record_vendor_task($1, 'one task')`, [job])
    same([await note(s.jobs.started), await note(s.jobs.started), await note(jobId)], [true, true, false])
    same(
      await s.sql(
        'select status, provider_task_id from public.generations join private.vendor_tasks on job_id = id where id = $1',
        [jobId],
      ),
      [{ status: 'submitted', provider_task_id: null }],
    )
    // Ids of another provider are other tasks.
    await s.sql(`update private.vendor_tasks set provider = 'fal' where job_id = $1`, [jobId])
    same(await note(jobId), true)
    await call(s.sql, `public.settle_job($1, null, 'vendor_failed', '')`, [jobId])
  },
  'late news of the vendor’s task opens no finished job again': async (s) => {
    for (const jobId of [s.jobs.captured, s.jobs.released]) {
      await noteTask(s.sql, jobId)
      await call(s.sql, 'public.mark_job_unknown($1)', [jobId])
    }
    const open = await s.sql(
      `select id from public.generations where user_id = $1 and status in ('running', 'unknown')`,
      [s.owner],
    )
    same(open, [])
  },
  'one caller at a time delivers a video, and 45 seconds after it was last heard of another may': async (s) => {
    const claim = async (seconds: number, job = s.jobs.started) => {
      const path = await call<string | null>(s.sql, 'public.claim_delivery($1, now() + make_interval(secs => $2))', [
        job,
        seconds,
      ])
      if (path !== null) paths.push(path)
      return path !== null
    }
    const paths: string[] = []
    const renew = (seconds: number, path: string | undefined) =>
      call(s.sql, 'public.renew_delivery($1, $2, now() + make_interval(secs => $3))', [s.jobs.started, path, seconds])
    const end = (path: string | undefined) => call(s.sql, 'public.end_delivery($1, $2)', [s.jobs.started, path])
    same([await claim(0), await claim(0), await claim(44), await claim(46)], [true, false, false, true])
    const [dead, live] = paths
    same(new Set(paths.map((path) => path.split('/')[0])), new Set([s.jobs.started]))
    same([dead === live, await claim(0, s.jobs.captured), await claim(0, s.jobs.released)], [false, false, false])
    await renew(80, live)
    same(await claim(124), false)
    // Only its own.
    await renew(100, dead)
    await end(dead)
    same([await claim(124), await claim(126)], [false, true])
    // One that came too late to be renewed is over, and so is one that was given back.
    await renew(180, paths[2])
    same(await claim(180), true)
    await end(paths[3])
    await renew(181, paths[3])
    same(await claim(181), true)
  },
  'a file counts as missing since it was first found so': async (s) => {
    const note = (job: string) => call<number>(s.sql, 'public.note_missing_file($1, now())', [job])
    const age = (interval: string) =>
      s.sql(`update private.vendor_tasks set file_missing_since = now() - $2::interval where job_id = $1`, [
        s.jobs.started,
        interval,
      ])
    same([await note(s.jobs.started), await note(s.jobs.captured)], [0, 0])
    await age('301.5 seconds')
    same([await note(s.jobs.started), await note(s.jobs.started), await note(s.jobs.captured)], [301, 301, 0])
    // The database's clock was set back.
    await age('-1 hour')
    same(await note(s.jobs.started), 0)
    const others = 'select count(*)::int as count from private.vendor_tasks where file_missing_since is null'
    same(await s.sql(others), [{ count: 1 }])
  },
}

const SWEEPS: Record<string, Probe> = {
  'the sweep gives back holds unused for 15 minutes, and nothing else': async (s) => {
    same([await releaseUnusedHolds(s.sql, 14), await releaseUnusedHolds(s.sql, 16)], [0, 1])
    const states = await s.sql(
      'select state from private.credit_holds where job_id = any ($1::uuid[]) order by state',
      [`{${s.jobs.held},${s.jobs.started},${s.jobs.captured}}`],
    )
    same(states, [{ state: 'captured' }, { state: 'released' }, { state: 'started' }])
  },
  'a job is due 30 seconds after its last look, and not while it is young or has ended': async (s) => {
    const { started, captured, released } = s.jobs
    for (const jobId of [started, captured, released]) await noteTask(s.sql, jobId)
    same([await listDueJobs(s.sql, 0), await listDueJobs(s.sql, 1)], [[], [started]])
    same([await claimJob(s.sql, started, 0), (await claimJob(s.sql, started, 1))?.id], [null, started])
    same([await claimJob(s.sql, started, 1), await listDueJobs(s.sql, 1)], [null, []])
    for (const jobId of [started, captured]) {
      await call(s.sql, 'public.touch_job($1, now() + make_interval(mins => 9))', [jobId])
    }
    same([await listDueJobs(s.sql, 9), await listDueJobs(s.sql, 10)], [[], [started]])
    same([await listDueJobs(s.sql, 10, { provider: 'fal' }), await claimJob(s.sql, captured, 70)], [[], null])
  },
  'a job without a task waits for its deadline, unknown after two minutes, and is looked at when its task comes':
    async (s) => {
      const { started } = s.jobs
      const status = async () =>
        (await s.sql<{ status: string }>('select status from public.generations where id = $1', [started]))[0]?.status
      const backlog = async (minutes: number) => (await sweepHealth(s.sql, minutes)).backlog
      await parkJobs(s.sql, 1)
      same([await status(), await backlog(1), await backlog(3), await listDueJobs(s.sql, 3)], ['submitted', 0, 1, []])
      await parkJobs(s.sql, 3)
      same([await status(), await backlog(3), await listDueJobs(s.sql, 3)], ['unknown', 0, []])
      await call(s.sql, 'public.touch_job($1, now() + make_interval(mins => 4))', [started])
      same(await backlog(6), 0)
      await noteTask(s.sql, started)
      same([await status(), await listDueJobs(s.sql, 6)], ['running', [started]])
    },
  'a job of another provider goes on there and waits for its deadline': async (s) => {
    await noteTask(s.sql, s.jobs.started)
    await parkJobs(s.sql, 3, 'fal')
    same(await s.sql('select status from public.generations where id = $1', [s.jobs.started]), [{ status: 'running' }])
    same([await listDueJobs(s.sql, 6), await listDueJobs(s.sql, 61)], [[], [s.jobs.started]])
  },
  'a job past its deadline is expired where nobody can be asked, and ten minutes later in any case': async (s) => {
    const expired = async (minutes: number, provider = 'pollo') =>
      attempt(s.sql, async () => (await expireJobs(s.sql, minutes, { provider })).map(({ id }) => id))
    same([await expired(59), await expired(61)], [[], [s.jobs.started]])
    await noteTask(s.sql, s.jobs.started)
    same([await expired(59, 'fal'), await expired(61, 'fal')], [[], [s.jobs.started]])
    same([await expired(61), await expired(69), await expired(71)], [[], [], [s.jobs.started]])
    await expireJobs(s.sql, 71)
    same((await creditBalances(s.sql, s.owner)).total_credits, 960)
    same(await s.sql('select failure_code from public.generations where id = $1', [s.jobs.started]), [
      { failure_code: 'deadline' },
    ])
  },
  'due jobs are listed in turns of their users, the longest waiting first': async (s) => {
    const made: string[] = []
    for (const userId of [s.owner, s.owner, s.stranger, s.stranger]) {
      const jobId = randomUUID()
      await startJob(s.sql, { userId, jobId })
      await noteTask(s.sql, jobId)
      made.push(jobId)
      await s.sql('update private.vendor_tasks set due_at = now() + make_interval(secs => $2) where job_id = $1', [
        jobId,
        made.length,
      ])
    }
    same(await listDueJobs(s.sql, 1), [made[0], made[2], made[1], made[3]])
    same(await listDueJobs(s.sql, 1, { limit: 2 }), [made[0], made[2]])
    for (const jobId of made) await call(s.sql, `public.settle_job($1, null, 'vendor_failed', '')`, [jobId])
  },
  'a sweep’s end is on record, and so is what waits for one': async (s) => {
    const health = (minutes: number) => sweepHealth(s.sql, minutes)
    same(await health(3), { seconds_since_last: 180, backlog: 1 })
    await call(s.sql, `public.note_sweep(now() + interval '2 minutes')`, [])
    // The hold is unused for 15 minutes by then.
    same(
      [await health(3), await health(16)],
      [
        { seconds_since_last: 60, backlog: 1 },
        { seconds_since_last: 840, backlog: 2 },
      ],
    )
    await releaseUnusedHolds(s.sql, 16)
    same((await health(16)).backlog, 1)
  },
  'a sweep takes no more than it asked for': async (s) => {
    for (let made = 0; made < 3; made++) await holdCredits(s.sql, { userId: s.owner, jobId: randomUUID() })
    same(await releaseUnusedHolds(s.sql, 16, 2), 2)
    await startJob(s.sql, { userId: s.owner, jobId: randomUUID() })
    same((await expireJobs(s.sql, 61, { limit: 1 })).length, 1)
  },
}

const BOOKS: Record<string, Probe> = {
  'a grant is given once per key, and the key is bound to it': async (s) => {
    same(await grantCredits(s.sql, s.stranger, 5, 'key'), 'granted')
    same(await grantCredits(s.sql, s.stranger, 5, 'key'), 'exists')
    same(await grantCredits(s.sql, s.stranger, 6, 'key'), 'key_mismatch')
    same(await grantCredits(s.sql, s.owner, 5, 'key'), 'key_mismatch')
    same((await creditBalances(s.sql, s.stranger)).total_credits, 55)
  },
  'entries are never changed, deleted or emptied, by anyone': async ({ sql }) => {
    for (const change of [
      'update private.credit_entries set amount = 1',
      'delete from private.credit_entries',
      'truncate private.credit_entries',
    ]) {
      same((await attempt(sql, () => refusal(sql(change))))?.message, 'credit entries are append-only')
    }
  },
  'a check puts a wrong account and a wrong mirror right, says so, and finds nothing the next time': async (s) => {
    const wrong = [
      'update private.credit_accounts set available = 7 where user_id = $1',
      'update private.credit_accounts set held = 7 where user_id = $1',
    ]
    for (const change of wrong) {
      await s.sql(change, [s.owner])
      same(await validateCredits(s.sql, s.owner), { was_repaired: true, current_credits: 920 + 20 })
      same(await validateCredits(s.sql, s.owner), { was_repaired: false, current_credits: 920 + 20 })
    }
    await s.sql('alter table public.users disable trigger users_protect')
    await s.sql('update public.users set credits = 7 where id = $1', [s.owner])
    await s.sql('alter table public.users enable trigger users_protect')
    same(await validateCredits(s.sql, s.owner), { was_repaired: true, current_credits: 940 })
    same(await s.sql('select credits from public.users where id = $1', [s.owner]), [{ credits: 940 }])
  },
  'users.credits follows every movement, and nobody else writes it': async (s) => {
    const mirror = () => s.sql('select credits from public.users where id = $1', [s.owner])
    same(await mirror(), [{ credits: 940 }])
    await grantCredits(s.sql, s.owner, 5)
    same(await mirror(), [{ credits: 945 }])
    await s.sql('update public.users set credits = 999999')
    same(await mirror(), [{ credits: 945 }])
  },
  'a person sees the balance of nobody else': async (s) => {
    const credits = (userId: string) => call(s.sql, `public.get_user_credits($1) ->> 'credits'`, [userId])
    same(await as(s, 'owner', async () => [await credits(s.owner), await credits(s.stranger)]), ['940', '0'])
  },
  'e-mail, id and times of a profile are the server’s': async (s) => {
    await s.sql(
      `update public.users set email = 'boss@example.com', created_at = '2001-01-01', updated_at = '2001-01-01'`,
    )
    const [row] = await s.sql(
      `select u.email = a.email as email, u.created_at > '2002-01-01' as created, u.updated_at > '2002-01-01' as updated
       from public.users u join auth.users a using (id) where id = $1`,
      [s.owner],
    )
    same(row, { email: true, created: true, updated: true })
    const before = await s.sql('select * from public.users where id = $1', [s.owner])
    await s.sql('update public.users set id = $2 where id = $1', [s.owner, s.stranger])
    same(await s.sql('select * from public.users where id = $1', [s.owner]), before)
  },
  'a login record has the server’s time and text of bounded length, one in 60 seconds': async (s) => {
    const log = () =>
      s.sql(
        `insert into public.login_logs (user_id, login_time, user_agent) values ($1, '2001-01-01', repeat('x', 5000))`,
        [s.owner],
      )
    await log()
    await log()
    const rows = await s.sql(
      `select char_length(user_agent) as length, login_time > now() - interval '1 minute' as now from public.login_logs
       where user_id = $1 order by login_time desc`,
      [s.owner],
    )
    // The second is the setting's, five minutes old.
    same(rows, [
      { length: 2000, now: true },
      { length: 0, now: false },
    ])
  },
  'a deleted account makes nothing anew, and other accounts do': async (s) => {
    const tries = (userId: string) => [
      () => s.sql(`insert into public.users (id, email) values ($1, '')`, [userId]),
      () => s.sql('insert into public.login_logs (user_id) values ($1)', [userId]),
      () => holdCredits(s.sql, { userId, jobId: randomUUID() }),
    ]
    const codes = async (userId: string) => {
      const found: (string | undefined)[] = []
      for (const made of tries(userId)) found.push((await attempt(s.sql, () => refusal(made())))?.code)
      return found
    }
    same(await codes(s.stranger), [undefined, undefined, undefined])
    await attempt(s.sql, async () => {
      await s.sql('set local role none')
      await s.sql(`update auth.users set raw_app_meta_data = '{"deleted": true}' where id = $1`, [s.stranger])
      same(await codes(s.stranger), ['PT401', 'PT401', 'PT401'])
    })
  },
  'a row in another user’s name is refused in the same words, whatever there is of that user': async (s) => {
    const tell = (statement: string, userId: string) =>
      as(s, 'stranger', async () => {
        const error = await refusal(s.sql(statement, [userId]))
        return [error?.code, error?.message]
      })
    const log = 'insert into public.login_logs (user_id) values ($1)'
    const profile = `insert into public.users (id, email) values ($1, '')`
    await s.sql(log, [s.owner])
    for (const userId of [s.owner, s.newcomer, randomUUID()]) {
      same(await tell(log, userId), ['42501', 'new row violates row-level security policy for table "login_logs"'])
      same(await tell(profile, userId), ['42501', 'new row violates row-level security policy for table "users"'])
    }
  },
  'no function looks at a server’s time but through the clock': async ({ sql }) => {
    const found = await sql(
      `select proname from pg_proc where 'p_now' = any (proargnames) and oid <> 'private.clock'::regproc
       and position('private.clock(p_now)' in prosrc) = 0`,
    )
    same(found, [])
  },
  'a key is used as often as allowed in its window, then waits for the next one': async ({ sql }) => {
    const take = (seconds: number) =>
      call<number>(sql, `public.take_rate('probe', 2, 60, now() + make_interval(secs => $1))`, [seconds])
    same([await take(0), await take(0), await take(15), await take(61)], [0, 0, 45, 0])
    await sql('select public.forget_rates(now())')
    same(await sql(`select used from private.rate_limits where key = 'probe'`), [{ used: 1 }])
  },
}

export const ANSWER_PROBES: Record<string, Probe> = { ...HOLDS, ...JOBS, ...SWEEPS, ...BOOKS }
