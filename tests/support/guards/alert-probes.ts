// Results of the alert functions: which alerts are sent, by which server, and when again.
import { randomUUID } from 'node:crypto'
import {
  call,
  computeSecondsFromNow,
  noteTask,
  readCreditSettings,
  settleJob,
  startJob,
} from '../../harness/ledger/calls.ts'
import type { Sql } from '../../harness/sql.ts'
import { expectSame, type Probe, type Setting } from './setting.ts'

interface ClaimedAlert {
  name: string
  is_firing: boolean
  since: string
  facts: Record<string, unknown>
}

const MINUTE = 60
const HOUR = 60 * MINUTE
/** The seconds between two messages of one alert. */
const PAUSE = 10 * MINUTE

const claim = ({ sql }: Setting, seconds: number, sweeps = true) =>
  call<ClaimedAlert[]>(sql, 'public.claim_alerts($1)', [sweeps], computeSecondsFromNow(seconds))
const words = async (s: Setting, seconds: number, sweeps = true) =>
  (await claim(s, seconds, sweeps)).map(({ name, is_firing }) => `${name} ${is_firing ? 'begins' : 'ends'}`)
const end = ({ sql }: Setting, name: string, isFiring: boolean, seconds: number) =>
  call(sql, 'public.mark_alert_announced($1, $2)', [name, isFiring], computeSecondsFromNow(seconds))
const setSweep = (sql: Sql, seconds: number) =>
  sql(`update private.last_sweep set finished_at = ${computeSecondsFromNow(seconds)}`)

const SILENT = ['sweep_silent begins']

const PROBES: Record<string, Probe> = {
  'sends an alert that keeps changing at most every ten minutes, and never without a change': async (s) => {
    const setWell = (isWell: boolean, seconds: number) => setSweep(s.sql, seconds - (isWell ? 0 : HOUR))
    await setWell(false, 0)
    expectSame(await words(s, 0), SILENT)
    await end(s, 'sweep_silent', true, 0)
    await setWell(true, MINUTE)
    expectSame([await words(s, MINUTE), await words(s, 2 * MINUTE)], [[], []])
    await setWell(false, 3 * MINUTE)
    expectSame([await words(s, 3 * MINUTE), await words(s, PAUSE)], [[], []])
    await setWell(true, PAUSE)
    expectSame(await words(s, PAUSE), ['sweep_silent ends'])
    await end(s, 'sweep_silent', false, PAUSE)
    await setWell(false, PAUSE + 1)
    expectSame([await words(s, 2 * PAUSE - 1), await words(s, 2 * PAUSE)], [[], SILENT])
  },
  'names in the alert every provider that still refuses our requests': async (s) => {
    const refuse = (provider: string) =>
      call(s.sql, 'public.record_provider_refusal($1, $2, $3)', [provider, 'account', ''])
    const accept = async (provider: string) => {
      await s.sql('update private.provider_tasks set provider = $2 where job_id = $1', [s.jobs.started, provider])
      await noteTask(s.sql, s.jobs.started)
    }
    const facts = async (seconds: number) => (await claim(s, seconds)).map((alert) => [alert.is_firing, alert.facts])
    await setSweep(s.sql, 0)
    // Kling's refusal is more than a day old, and fal's is 23 hours old.
    await s.sql(`update private.refusing_providers set refused_at = now() - interval '1 day 1 second'`)
    await s.sql(`insert into private.refusing_providers values ('fal', now() - interval '23 hours')`)
    const other = randomUUID()
    await startJob(s.sql, { userId: s.stranger, jobId: other })
    await s.sql(`update private.provider_tasks set provider = 'runway' where job_id = $1`, [other])
    for (const provider of ['runway', 'pollo', 'runway']) await refuse(provider)
    expectSame(await facts(0), [[true, { requests: [], providers: ['fal', 'kling', 'pollo', 'runway'] }]])
    await end(s, 'provider_refuses', true, -PAUSE)
    await accept('pollo')
    const left = await s.sql('select provider from private.refusing_providers order by 1')
    expectSame([await facts(1), left], [[], [{ provider: 'fal' }, { provider: 'runway' }]])
    await accept('fal')
    expectSame(await facts(2), [])
    await accept('runway')
    expectSame(await facts(3), [[false, { requests: [], providers: [] }]])
    await call(s.sql, `public.settle_job($1, null, 'provider_failed', '')`, [other])
  },
  // The owner's started and captured jobs count 40 credits.
  'sends an alert at 80% of the budget, and ends the alert below 70%': async (s) => {
    const set = (budget: number | null) => readCreditSettings(s.sql, { daily_credits_budget: budget })
    await set(51)
    expectSame(await words(s, 0), [])
    await set(50)
    const [{ name, is_firing, facts } = {}] = await claim(s, 0)
    expectSame([name, is_firing, facts], ['budget_spent', true, { spent: 40, budget: 50 }])
    await end(s, 'budget_spent', true, -PAUSE)
    await set(57)
    expectSame(await words(s, 0), [])
    await set(58)
    expectSame(await words(s, 0), ['budget_spent ends'])
    await end(s, 'budget_spent', false, -PAUSE)
    await set(null)
    expectSame(await words(s, 0), [])
  },
  'sends an alert after ten failed deliveries in an hour, and ends the alert below five': async (s) => {
    const jobs: string[] = []
    for (let count = 0; count < 10; count += 1) {
      const jobId = randomUUID()
      await startJob(s.sql, { userId: s.owner, jobId }, { maxOpen: 20 })
      jobs.push(jobId)
    }
    const fail = (ids: string[], seconds: number) =>
      s.sql(
        `update private.provider_tasks set delivery_failed_at = ${computeSecondsFromNow(seconds)} where job_id = any ($1::uuid[])`,
        [`{${ids}}`],
      )
    await setSweep(s.sql, HOUR)
    await fail([...jobs.slice(1), s.jobs.captured], 0)
    expectSame(await words(s, 0), [])
    await fail(jobs, 0)
    const [{ name, is_firing, facts } = {}] = await claim(s, HOUR - 1)
    expectSame([name, is_firing, facts], ['deliveries_failing', true, { videos: 10 }])
    await end(s, 'deliveries_failing', true, HOUR - PAUSE)
    expectSame(await words(s, HOUR), ['deliveries_failing ends'])
    await end(s, 'deliveries_failing', false, HOUR - PAUSE)
    await fail(jobs, HOUR)
    expectSame(await words(s, HOUR), ['deliveries_failing begins'])
    await end(s, 'deliveries_failing', true, HOUR - PAUSE)
    for (const job of jobs.slice(0, 5)) await settleJob(s.sql, job, 'capture')
    await settleJob(s.sql, jobs[5] ?? '', 'release')
    expectSame(await words(s, HOUR), [])
    await settleJob(s.sql, jobs[6] ?? '', 'capture')
    expectSame(await words(s, HOUR), ['deliveries_failing ends'])
  },
}

/** Each probe runs without the reported video that the setting contains. */
export const ALERT_PROBES: Record<string, Probe> = Object.fromEntries(
  Object.entries(PROBES).map(([name, probe]) => [
    name,
    async (s: Setting) => {
      await s.sql('delete from private.reported_videos')
      return probe(s)
    },
  ]),
)
