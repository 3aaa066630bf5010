// Operations of users and sweeps. An operation's content depends only on the seed and its index. Each response is
// checked at once for content that no user may ever see.
import { randomUUID } from 'node:crypto'
import { type ConnectionFate, type PropertyResponse, type SentRequest, send } from './connection.ts'
import { buildCall, buildCreate, newJob } from './job-requests.ts'
import { Random } from './random.ts'
import { type Epoch, type Job, SWEEP_SECRET, type User, type World } from './world.ts'

/** The relative frequency of each kind of operation. */
const KINDS = {
  consume: 12,
  create: 18,
  status: 36,
  cancel: 5,
  delete: 3,
  list: 4,
  read: 3,
  statement: 4,
  grant: 3,
  sweep: 4,
  stranger: 3,
}
export type Kind = keyof typeof KINDS

/** Error codes that a user's own well-formed request never gets. */
const NEVER = new Set(['bad_request', 'unauthorized', 'unknown_model', 'unknown_type', 'body_too_large', 'internal'])

/** Runs operation `index`. Returns its kind and its response. */
export async function operate(world: World, epoch: Epoch, index: number): Promise<{ kind: Kind; answer: string }> {
  const random = new Random(epoch.seed, index)
  const kind = random.weighted(KINDS)
  const user = random.pick(epoch.users)
  const { sent, check } = prepare(kind, user, random, epoch)
  const isDoubled = kind !== 'sweep' && random.chance(0.12)
  const fate = isDoubled
    ? 'whole'
    : random.weighted<ConnectionFate>({ whole: 88, 'request lost': 4, 'answer lost': 5, left: 3 })
  const server = random.between(0, 9)
  const servers = isDoubled ? [server, server + random.between(0, 1)] : [server]
  const answers = await Promise.all(
    servers.map(async (server) => {
      const port = world.servers.port(server)
      const hasEnded = world.servers.hasEnded(server)
      const begun = epoch.outages.begun
      const isCalm = !epoch.outages.isAny
      const answer = port === null ? null : await send(port, sent, fate, random.between(1, 40))
      if (!answer) return 'no answer'
      const text = `${answer.status} ${answer.body?.code ?? ''}`.trim()
      const fail = (what: string) =>
        epoch.violations.push(
          `operation ${index}: ${what}: ${sent.method} ${sent.path} answered ${answer.status} ${answer.text}`,
        )
      if (NEVER.has(answer.body?.code) || !answer.body) fail('never to be told')
      if (answer.status >= 500 && isCalm && begun === epoch.outages.begun && !mayRefuse(answer, sent, epoch)) {
        fail('an error of the server without any outage')
      }
      checkOwner(answer, user, epoch, fail)
      noteOutcomes(answer, epoch, fail)
      if (answer.status < 500) check(answer, fail)
      if (kind === 'consume') checkEnding(answer, sent, hasEnded, fail)
      return text
    }),
  )
  return { kind, answer: answers[0] ?? '' }
}

type Fail = (what: string) => void
interface Prepared {
  sent: SentRequest
  /** Checks a response with a status below 500. */
  check: (answer: PropertyResponse, fail: Fail) => void
}

function prepare(kind: Kind, user: User, random: Random, epoch: Epoch): Prepared {
  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    buildCall(user, method, path, body, headers)
  const consume = (job: Job, amount = job.price) =>
    call(
      'POST',
      '/api/credits/consume',
      { amount, type: 'video_generation', source: job.model, description: 'Video' },
      { 'idempotency-key': job.id },
    )
  const create = (job: Job, ...asked: [quoted?: number, length?: number]) => buildCreate(user, job, ...asked)
  const nothing = () => {}

  switch (kind) {
    case 'consume': {
      const job = random.chance(0.8) ? newJob(user, random, epoch) : someJob(user, random, epoch)
      const amount = random.chance(0.05) ? 21 : job.price
      const check = ({ status, body }: PropertyResponse, fail: Fail) => {
        if (status === 200 && amount !== job.price) fail('a hold at a wrong price')
        checkRefusal(body, job, epoch, fail)
        if (status === 200) job.isHeld = true
      }
      return { sent: consume(job, amount), check }
    }
    case 'create': {
      const held = user.jobs.slice(-6).find((job) => job.isHeld && !job.isCreated)
      const other = random.chance(0.3) ? newJob(user, random, epoch) : someJob(user, random, epoch)
      const job = held && random.chance(0.6) ? held : other
      const isWrong = random.chance(0.08)
      const check = ({ status, body }: PropertyResponse, fail: Fail) => {
        if (status === 200 && body.data.taskId !== job.id) fail('another job')
        checkRefusal(body, job, epoch, fail)
        if (status !== 200) return
        job.isHeld = true
        job.isCreated = true
      }
      return { sent: isWrong ? create(job, ...random.pick([[21], [job.price, 8]] as const)) : create(job), check }
    }
    case 'status': {
      const job = sentJob(user, random, epoch)
      return { sent: call('GET', `/generation/${job.id}/status`), check: nothing }
    }
    case 'cancel': {
      const job = sentJob(user, random, epoch)
      const check = ({ status, body }: PropertyResponse) => {
        if (status === 200 && body.data.outcome === 'stopped') job.isStopped = true
      }
      return { sent: call('POST', `/api/jobs/${job.id}/cancel`), check }
    }
    case 'delete': {
      const job = sentJob(user, random, epoch)
      job.mayBeDeleted = true
      return { sent: call('DELETE', `/api/jobs/${job.id}`), check: nothing }
    }
    case 'list':
      return {
        sent: call('GET', `/api/jobs?limit=${random.between(1, 12)}&open=${random.chance(0.3)}`),
        check: nothing,
      }
    case 'read':
      return { sent: call('GET', `/api/jobs/${sentJob(user, random, epoch).id}`), check: nothing }
    case 'statement': {
      const check = ({ body }: PropertyResponse, fail: Fail) => {
        if (!body.data?.entries) return
        const { openingBalance, closingBalance, entries } = body.data as {
          openingBalance: number
          closingBalance: number
          entries: { amount: number }[]
        }
        const sum = entries.reduce((total, { amount }) => total + amount, openingBalance)
        if (sum !== closingBalance) fail('a statement that does not add up')
      }
      return { sent: call('GET', `/api/credits/statement?limit=${random.between(1, 20)}`), check }
    }
    case 'grant': {
      const known = [...user.grants.keys()].filter((key) => !key.startsWith('first'))
      const key = known.length > 0 && random.chance(0.3) ? random.pick(known) : random.uuid()
      const given = user.grants.get(key) ?? { asked: [], sure: null }
      user.grants.set(key, given)
      const amount = given.asked[0] ?? random.between(20, 300)
      const other = random.chance(0.1) ? amount + 1 : amount
      given.asked.push(other)
      const check = ({ status }: PropertyResponse, fail: Fail) => {
        if (status !== 200) return
        if (given.sure !== null && given.sure !== other) fail('a key that gave twice')
        given.sure = other
      }
      const body = { user_id: user.id, amount: other, plan_id: 'pro' }
      return { sent: call('POST', '/api/credits/test/add', body, { 'idempotency-key': key }), check }
    }
    case 'sweep': {
      const begun = epoch.outages.begun
      const isCalm = !epoch.outages.isAny
      const check = ({ body }: PropertyResponse, fail: Fail) => {
        const isOurs = isCalm && begun === epoch.outages.begun
        if (body.data?.failed_checks > 0 && isOurs) fail('a sweep that could not check a job without any outage')
      }
      return { sent: { method: 'POST', path: '/api/jobs/sweep', headers: { apikey: SWEEP_SECRET } }, check }
    }
    case 'stranger': {
      const others = epoch.users.filter((other) => other !== user && other.jobs.some(({ isHeld }) => isHeld))
      const job = others.length > 0 ? random.pick(random.pick(others).jobs.filter(({ isHeld }) => isHeld)) : null
      const path = job?.id ?? randomUUID()
      const tries = [
        call('GET', `/generation/${path}/status`),
        call('POST', `/api/jobs/${path}/cancel`),
        call('DELETE', `/api/jobs/${path}`),
        call('GET', `/api/jobs/${path}`),
        ...(job ? [consume(job), create(job)] : []),
      ]
      const check = ({ status }: PropertyResponse, fail: Fail) => {
        if (status < 400) fail("another user's job")
      }
      return { sent: random.pick(tries), check }
    }
    default:
      return kind satisfies never
  }
}

/** Returns one of the user's newest created jobs, as a browser tab polls them. */
function sentJob(user: User, random: Random, epoch: Epoch): Job {
  const sent = user.jobs.slice(-8).filter((job) => job.isCreated)
  return sent.length > 0 && random.chance(0.9) ? random.pick(sent.slice(-4)) : someJob(user, random, epoch)
}

/** Returns one of the user's newest jobs, or a new job if there is none. */
function someJob(user: User, random: Random, epoch: Epoch): Job {
  return user.jobs.length > 0 ? random.pick(user.jobs.slice(-5)) : newJob(user, random, epoch)
}

/** Reports a hold for a model that has ended, and a refused model that has not. */
function checkEnding({ status, body }: PropertyResponse, sent: SentRequest, hasEnded: boolean, fail: Fail): void {
  const isEnded = hasEnded && JSON.parse(sent.body ?? '{}').source === 'veo-2'
  if (body.code === 'model_ended' && !isEnded) fail('a model that has not ended')
  if (isEnded && status === 200) fail('a hold for a model that has ended')
}

/** Reports a daily limit that refuses a job although it has room. */
function checkRefusal({ code, data }: PropertyResponse['body'], { price }: Job, { spending }: Epoch, fail: Fail): void {
  if (code === 'daily_limit' && (data.limit !== spending.perUser || data.left >= price)) fail('a limit that has room')
}

/** Returns whether a response with 502 or 503 is allowed without an outage. */
function mayRefuse(
  { body }: PropertyResponse,
  { headers }: SentRequest,
  { provider, outages, spending }: Epoch,
): boolean {
  const jobId = headers['idempotency-key']
  switch (body?.code) {
    // Another request is asking the provider to cancel right now.
    case 'cancel_pending':
      return true
    case 'budget_reached':
      return spending.budget !== null
    // A repeated create request gets its first response again.
    case 'storage_unavailable':
      return jobId !== undefined && outages.had.has('storage')
    case 'no_task_id':
    case 'provider_busy':
    case 'provider_unavailable':
      return outages.had.has('provider') || outages.had.has('first provider') || provider.refused.has(jobId ?? '')
    default:
      return false
  }
}

/** Reports a response that names another user, or another user's job. */
function checkOwner({ text }: PropertyResponse, user: User, epoch: Epoch, fail: Fail): void {
  for (const [id] of text.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)) {
    const owner = epoch.owners.get(id)
    if (owner && owner !== user) fail(`what belongs to ${owner.id}`)
  }
}

/** Records the outcomes in a response, and reports an outcome that has changed. */
function noteOutcomes({ body }: PropertyResponse, epoch: Epoch, fail: Fail): void {
  const told: { id?: string; settlement?: string; status?: string }[] = [
    ...(body?.data?.jobs ?? []),
    ...(body?.data?.job ? [body.data.job] : []),
    ...(body?.job ? [{ ...body.job, id: body.data?.taskId }] : []),
  ]
  for (const { id = '', settlement } of told) {
    const job = epoch.jobs.get(id)
    if (!job || (settlement !== 'captured' && settlement !== 'released')) continue
    if (job.settlement && job.settlement !== settlement) fail(`${settlement} after ${job.settlement}`)
    job.settlement = settlement
  }
}
