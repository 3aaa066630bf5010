// Answers of the functions that cancel a job.
import { randomUUID } from 'node:crypto'
import {
  call,
  holdCredits,
  readCreditBalances,
  releaseUnusedHolds,
  requestCancel,
  startJob,
} from '../../../harness/ledger/calls.ts'
import { type Probe, type Setting, same } from '../setting.ts'

const settle = ({ sql }: Setting, jobId: string) =>
  call(sql, `public.settle_job($1, null, 'cancelled', 'Stopped.')`, [jobId])
const atProvider = ({ sql }: Setting, jobId: string) =>
  call(sql, 'public.record_provider_task($1, $2)', [jobId, `task ${jobId}`])
const outcome = async ({ sql, owner }: Setting, jobId: string, minutesLater = 0) =>
  (await requestCancel(sql, owner, jobId, minutesLater)).outcome
const isCancelAsked = async ({ sql }: Setting, jobId: string) =>
  (await sql('select 1 from private.credit_holds where job_id = $1 and cancel_requested_at is not null', [jobId]))
    .length > 0

export const CANCEL_PROBES: Record<string, Probe> = {
  'a job is stopped by its owner alone': async (s) => {
    same((await requestCancel(s.sql, s.stranger, s.jobs.held)).outcome, 'not_found')
    same((await requestCancel(s.sql, s.stranger, s.jobs.started)).outcome, 'not_found')
    same(await outcome(s, randomUUID()), 'not_found')
    same((await readCreditBalances(s.sql, s.owner)).total_credits, 940)
  },
  'a hold that was never submitted comes back at once, and says so again': async (s) => {
    for (const _ of ['first', 'again']) {
      const { outcome, hold } = await requestCancel(s.sql, s.owner, s.jobs.held)
      same([outcome, hold?.settlement, hold?.credits, hold?.model], ['stopped', 'released', 20, 'kling-1.6'])
      same(typeof hold?.finished_at, 'string')
    }
    same((await readCreditBalances(s.sql, s.owner)).total_credits, 960)
    same((await startJob(s.sql, { userId: s.owner, jobId: s.jobs.held })).outcome, 'spent')
  },
  'a hold that ended in another way was not stopped': async (s) => {
    await releaseUnusedHolds(s.sql, 16)
    same(await outcome(s, s.jobs.held), 'already_finished')
    const jobId = randomUUID()
    await holdCredits(s.sql, { userId: s.owner, jobId, capture: true })
    const { outcome: charged, hold } = await requestCancel(s.sql, s.owner, jobId)
    same([charged, hold?.settlement], ['already_finished', 'captured'])
  },
  'a finished job has ended, a stopped one was stopped, a deleted one is not there': async (s) => {
    for (const jobId of [s.jobs.captured, s.jobs.released]) same(await outcome(s, jobId), 'already_finished')
    await settle(s, s.jobs.started)
    same(await outcome(s, s.jobs.started), 'stopped')
    await call(s.sql, `public.delete_job($1, $2)`, [s.jobs.captured, s.owner])
    same(await outcome(s, s.jobs.captured), 'not_found')
  },
  'a job without its provider’s id cannot be asked for, and leaves no request': async (s) => {
    same([await outcome(s, s.jobs.started), await isCancelAsked(s, s.jobs.started)], ['unsent', false])
  },
  'one caller at a time asks the provider, and a minute later another may': async (s) => {
    await atProvider(s, s.jobs.started)
    const ask = (minutesLater: number) => outcome(s, s.jobs.started, minutesLater)
    same([await ask(0), await ask(0), await ask(1)], ['ask', 'busy', 'busy'])
    same([await outcome(s, s.jobs.started, 2), await isCancelAsked(s, s.jobs.started)], ['ask', true])
    same((await readCreditBalances(s.sql, s.owner)).total_credits, 940)
  },
  'a request lasts until the provider refuses it, and another may ask at once': async (s) => {
    await atProvider(s, s.jobs.started)
    await outcome(s, s.jobs.started)
    await call(s.sql, 'public.finish_cancel_request($1, false)', [s.jobs.started])
    same([await isCancelAsked(s, s.jobs.started), await outcome(s, s.jobs.started)], [true, 'ask'])
    await call(s.sql, 'public.finish_cancel_request($1, true)', [s.jobs.started])
    same(await isCancelAsked(s, s.jobs.started), false)
    // A hold that was stopped is not made to look as if it had not been.
    await outcome(s, s.jobs.held)
    await call(s.sql, 'public.finish_cancel_request($1, true)', [s.jobs.held])
    same(await outcome(s, s.jobs.held), 'stopped')
  },
}
