// Mutants of function bodies, made from their text: each condition, statement, limit, interval and sum taken out on its own.
// A new line is tried without being listed. Locks are left to the races: one connection cannot miss them.
import type { Sql } from '../../../harness/sql.ts'
import type { Mutation } from './catalogue-mutations.ts'

interface Cut {
  at: number
  piece: string
  to: string
}

const FIRST_CONDITION = /(?:\b(?:where|when|if|elsif) |\((?!\s*(?:select|order)))/g
const NEXT_CONDITION = /(?<!between [\w ]+)\s+(?:and|or) /g
const END_OF_CONDITION = /^(?:\s+(?:and|or|then|for|limit|order by|returning|into|using|as|end)\b|[;,\n])/
const STATEMENT =
  /(?<=(?:;|begin|then|else|loop)\n(?: +--.*\n)*) +((?:perform|update|delete from|insert into|[\w.]+ :=)[^;]*);/g
const REPLACED: [piece: RegExp, to: string][] = [
  [/\b(?:els)?if .+(?= then$)/gm, 'if false'],
  [/ limit (?:p_\w+|\$4)/g, ''],
  [/interval '(?!0)[^']+'/g, `interval '0'`],
  [/ [+-] (?!interval|case)(?:\d+|[a-z_.]+)(?=[,;)\s])/g, ''],
]
const NOT_CODE = /--.*$|raise exception[^;]*;/gm
const LOCK = /for (?:no key )?update|pg_advisory_xact_lock/

/** The condition that begins here: to the next one, or to the end of its clause or bracket. */
function conditionAt(body: string, from: number): string {
  let depth = 0
  for (let at = from; at < body.length; at += 1) {
    if (body[at] === '(') depth += 1
    if (body[at] === ')') depth -= 1
    if (body[at] === "'") {
      // A text of the condition, or the end of a text that it stands in.
      if (!/[\s(>]/.test(body[at - 1] ?? '')) return body.slice(from, at)
      at = body.indexOf("'", at + 1)
    }
    if (depth < 0 || (depth === 0 && END_OF_CONDITION.test(body.slice(at)))) return body.slice(from, at)
  }
  return body.slice(from)
}

function getCuts(definition: string): Cut[] {
  const cuts: Cut[] = []
  const nothing = definition.includes('\nbegin\n') ? 'null' : 'select'
  const body = definition.replace(NOT_CODE, (text) => ' '.repeat(text.length))
  for (const { 0: word, index } of body.matchAll(NEXT_CONDITION)) {
    cuts.push({ at: index, piece: word + conditionAt(body, index + word.length), to: '' })
  }
  for (const { 0: word, index } of body.matchAll(FIRST_CONDITION)) {
    const at = index + word.length
    const first = conditionAt(body, at)
    const [next] = /^\s+(?:and|or) /.exec(body.slice(at + first.length)) ?? []
    if (next) cuts.push({ at, piece: first + next, to: '' })
  }
  for (const match of body.matchAll(STATEMENT)) {
    const [whole, piece = ''] = match
    if (!LOCK.test(piece)) cuts.push({ at: match.index + whole.indexOf(piece), piece, to: nothing })
  }
  for (const [pattern, to] of REPLACED) {
    for (const { 0: piece, index } of body.matchAll(pattern)) {
      cuts.push({ at: index, piece, to: piece.startsWith('elsif') ? `els${to}` : to })
    }
  }
  return cuts
}

export async function readBodyMutations(sql: Sql): Promise<Mutation[]> {
  const functions = await sql<{ fn: string; definition: string }>(
    `select pronamespace::regnamespace || '.' || proname as fn, pg_get_functiondef(oid) as definition from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and oid <> 'private.clock'::regproc order by 1`,
  )
  return functions.flatMap(({ fn, definition }) => {
    const start = definition.indexOf('$function$')
    return getCuts(definition.slice(start)).map(({ at, piece, to }) => {
      const edited = definition.slice(0, start + at) + to + definition.slice(start + at + piece.length)
      return { name: `${fn}: ${piece.trim().replace(/\s+/g, ' ')}`, fn, apply: (target) => target(edited) }
    })
  })
}

/** Pieces that no probe misses, by the reason. Whatever else is missed, or is missed no more, fails. */
export const UNNOTICED: Record<string, string[]> = {
  'A claim chooses first and looks again under the lock, so its conditions stand more than once.': [
    'private.job_record: or t.delivering_until < moment',
    'private.job_record: t.due_at <= moment and',
    'public.claim_job: and due_at <= private.clock()',
    'public.claim_job: job_id = p_job_id and',
    'public.claim_job: not found or',
    'public.claim_job: if not found',
    'public.look_at_jobs: and t.job_id = any (p_job_ids)',
    'public.look_at_jobs: and t.due_at <= moment',
    'public.look_at_jobs: and (t.delivering_until is null or t.delivering_until < moment)',
    'public.look_at_jobs: and t.provider = due.provider',
    'public.look_at_jobs: and asked.job_id = t.job_id',
    'public.look_at_jobs: t.due_at <= moment and',
  ],
  'Without it the answer is the same, and only costs more.': [
    "public.look_at_jobs: perform set_config('synchronous_commit', 'off', true)",
    'public.note_queued: and queued <> p_queued',
    "public.poll_job: perform set_config('synchronous_commit', 'off', true)",
  ],
  'a second part of the same guard decides as well': [
    `public.expire_due_jobs: and h.state = 'started'`,
    'public.request_cancel: and cancel_requested_at is null',
    `public.request_cancel: hold.state = 'released' and`,
    `public.settle_job: and settlement = 'captured'`,
    `public.settle_job: and settlement = 'released'`,
    'public.settle_job: and finished_at is null',
    'public.settle_job: p_video is not null and',
    'public.settle_job: p_video is null and',
    'public.start_job: job := private.job_record(p_job_id)',
    'public.start_job: if job is not null',
    'public.validate_credits: mirrored is not null and',
  ],
  'a path is of one job and in one bucket': [
    'public.end_delivery: job_id = p_job_id and',
    'public.renew_delivery: job_id = p_job_id and',
    'public.settle_job: and f.job_id = p_job_id',
    `public.settle_job: and f.bucket = 'videos'`,
    'public.settle_job: j.id = p_job_id and',
    'public.take_files_to_delete: f.bucket = due.bucket and',
  ],
  'only several connections miss it: race-mutations.ts': [
    'private.require_account: perform from auth.users where id = p_user_id for key share',
    'public.hold_credits: if not found',
    'public.hold_credits: if not private.take_budget(p_job_id)',
    `public.start_job: and h.state = 'open'`,
    `public.start_job: if hold.state <> 'open'`,
  ],
}
