import type { ScriptedService } from '../../../local/video-service/scripted/service.ts'
import { createMark } from '../../../supabase/functions/_shared/contract/ai-mark.ts'
import type { Interceptor } from '../../harness/api.ts'
import { setUp, sql } from './suite.ts'

/** The model of the tests' jobs, and a creation time. */
export const MADE_WITH = { tool: 'Kling 1.6', createdAt: new Date('2026-11-25T10:00:00Z') }

/** Returns the AI mark of a delivered video. Its size doesn't depend on the date. */
export const buildMark = (createdAt: Date = MADE_WITH.createdAt) =>
  Buffer.from(createMark({ sourceType: 'trainedAlgorithmicMedia', ...MADE_WITH, createdAt }))

/** Starts a job that the provider has finished. */
export async function startFinished(credits?: number, intercept?: Interceptor) {
  const api = await setUp(credits, intercept)
  await api.create(api.user, api.job)
  api.provider.finish()
  return { ...api, poll: async () => (await api.status(api.user, api.job)).body }
}

/** Delays the provider's files until `open`. `reached` resolves when the first file is requested. */
export function holdFileResponse(provider: ScriptedService) {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  provider.intercept.file = async () => {
    reached.resolve()
    await opened.promise
    return undefined
  }
  return { reached: reached.promise, open: opened.resolve }
}

export const getObjects = (job: string) => sql('select name from storage.objects where name like $1', [`${job}/%`])

export async function getCode(job: string): Promise<string | null | undefined> {
  const statement = 'select failure_code as code from public.jobs where id = $1'
  return (await sql<{ code: string | null }>(statement, [job]))[0]?.code
}

export const makeCheckDue = (job: string) =>
  sql(`update private.provider_tasks set due_at = now() - interval '1 second' where job_id = $1`, [job])

export const setAge = (job: string, minutes: number) =>
  sql('update public.jobs set created_at = now() - make_interval(mins => $2) where id = $1', [job, minutes])
