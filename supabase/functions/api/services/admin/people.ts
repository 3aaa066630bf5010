// Reads and changes people with the functions of supabase/migrations/*_create_people.sql, *_create_refused_words.sql, and
// *_create_admin_actions.sql.
import { z } from 'zod'
import type { AdminAction, Person, RefusedWord } from '../../../_shared/contract/admin.ts'
import { adminAction } from '../../../_shared/contract/admin.ts'
import { settlement } from '../../../_shared/contract/fields.ts'
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { RequestError } from '../../errors.ts'
import type { Call } from '../database.ts'
import { foldWords } from '../fold-words.ts'
import { keyRow, viewKey } from '../keys/keys.ts'

const personRow = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  credits: z.number(),
  held: z.number(),
  created_at: z.string(),
  suspension: z.object({ reason: z.string(), since: z.string() }).nullable(),
  job_count: z.number(),
  open_job_count: z.number(),
  jobs: z.array(
    z.object({
      id: z.string(),
      model: z.string(),
      status: z.string(),
      credits: z.number(),
      settlement,
      created_at: z.string(),
    }),
  ),
  sign_in_count: z.number(),
  sign_ins: z.array(z.object({ id: z.string(), time: z.string(), ip_address: z.string(), user_agent: z.string() })),
  keys: z.array(keyRow),
})
type PersonRow = z.output<typeof personRow>

const suspensionResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('done'), person: personRow }),
  z.object({ outcome: z.enum(['no_user', 'bad_reason']) }),
])

const wordRow = z.object({ word: z.string(), refusals: z.number(), refused_at: z.string().nullable() })

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

export interface Suspension {
  userId: string
  isSuspended: boolean
  reason: string
  admin: string
}

export function createPeople(call: Call) {
  return {
    find: async (user: string, nameOf: (model: string) => string): Promise<Person[]> =>
      (await call('find_people', { p_user: user }, z.array(personRow))).map((row) => viewPerson(row, nameOf)),

    /** Suspends a user, or lifts the suspension. Throws RequestError. */
    async suspend(
      { userId, isSuspended, reason, admin }: Suspension,
      nameOf: (model: string) => string,
    ): Promise<Person> {
      const answer = await call(
        'set_suspension',
        { p_user_id: userId, p_is_suspended: isSuspended, p_reason: reason, p_admin: admin },
        suspensionResponse,
      )
      if (answer.outcome === 'done') return viewPerson(answer.person, nameOf)
      throw new RequestError(answer.outcome === 'no_user' ? REFUSALS.noUser() : REFUSALS.body())
    },

    words: async (): Promise<RefusedWord[]> => (await call('list_refused_words', {}, z.array(wordRow))).map(viewWord),

    /** Replaces the list. Of words that are equal when folded, the first is kept. Throws RequestError for a word without letters. */
    async setWords(words: readonly string[], admin: string): Promise<RefusedWord[]> {
      const byFolded = new Map<string, string>()
      for (const word of words.map((one) => one.trim())) {
        const folded = foldWords(word)
        if (word && !/[^ *]/.test(folded))
          throw new RequestError(REFUSALS.field('words', `${word} has neither a letter nor a digit`))
        if (word && !byFolded.has(folded)) byFolded.set(folded, word)
      }
      const listed = [...byFolded].map(([folded, word]) => ({ word, folded }))
      return (await call('set_refused_words', { p_words: listed, p_admin: admin }, z.array(wordRow))).map(viewWord)
    },

    actions: async (before: number | null, limit: number): Promise<AdminAction[]> =>
      (await call('list_admin_actions', { p_before: before, p_limit: limit }, z.array(actionRow))).map(viewAction),
  }
}

function viewPerson(row: PersonRow, nameOf: (model: string) => string): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    credits: row.credits,
    held: row.held,
    createdAt: row.created_at,
    suspension: row.suspension,
    jobCount: row.job_count,
    openJobCount: row.open_job_count,
    jobs: row.jobs.map((job) => ({
      id: job.id,
      modelName: nameOf(job.model),
      status: job.status,
      credits: job.credits,
      settlement: job.settlement,
      createdAt: job.created_at,
    })),
    signInCount: row.sign_in_count,
    signIns: row.sign_ins.map(({ id, time, ip_address: ipAddress, user_agent: userAgent }) => ({
      id,
      time,
      ipAddress,
      userAgent,
    })),
    keys: row.keys.map(viewKey),
  }
}

function viewWord({ word, refusals, refused_at: refusedAt }: z.output<typeof wordRow>): RefusedWord {
  return { word, refusals, refusedAt }
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
