// Implements `npm run bench:team`. Twenty people use one server for a team behind nginx with TLS, all on this machine: each creates
// videos, polls, looks at the library, and downloads. Then the server is killed ten times under the same load. The benchmark prints
// response times and memory, and fails if an acknowledged job is lost or charged twice. `--rounds` is the number of seconds before the kills. It takes about 6 minutes.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { pollo } from '../../local/video-service/scripted/pollo.ts'
import { ScriptedService } from '../../local/video-service/scripted/service.ts'
import { startTeamServer } from '../../tests/harness/one-server/team-server.ts'
import { getQuantile, report, rounds } from './figures.ts'

const PEOPLE = 20
const KILLS = 10
const CREDITS = 100_000
const MODEL = { id: 'kling-1.6', path: 'kling-ai/kling-v1-6' }
/** The time in which the provider generates a video. */
const VIDEO_MS = 10_000
const POLL_MS = 3000
/** The time that a person watches a video before the next one. */
const WATCH_MS = 4000
const QUIET_MS = rounds(120) * 1000
const BETWEEN_KILLS_MS = 10_000
const END_MS = 120_000

const provider = new ScriptedService(pollo, {
  video: readFileSync('tests/harness/five-seconds.mp4'),
  begins: 'running',
})
await provider.open()
provider.onAsk = (task) => {
  if (Date.now() - task.createdAt >= VIDEO_MS) task.state = 'done'
}
const team = await startTeamServer({
  TEAM_CREDITS: String(CREDITS),
  VIDEO_API_URL: provider.url,
  VIDEO_API_KEY: 'provider-key',
  VIDEO_FILE_ORIGINS: provider.url,
  VIDEO_STATUS_INTERVAL_SECONDS: '',
})

const times: Record<'create' | 'library' | 'status', number[]> = { create: [], library: [], status: [] }
const acknowledged = new Map<string, Person>()
let isOver = false
let isCounting = true
let failures = 0
let peak = 0

interface Person {
  token: string
  userId: string
}

interface ListedJob {
  id: string
  status: string
}

try {
  const { credits } = await readModel()
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, index) => join(index)))
  const sampler = setInterval(() => {
    peak = Math.max(peak, readMemory(team.pid()))
  }, 500)
  const work = people.map((person) => use(person, credits))
  await sleep(QUIET_MS)
  isCounting = false
  const failuresBefore = failures
  for (let kill = 0; kill < KILLS; kill += 1) {
    await team.kill()
    await team.restart()
    await sleep(BETWEEN_KILLS_MS * (0.5 + Math.random()))
  }
  isOver = true
  await Promise.all(work)
  clearInterval(sampler)
  const { lost, unknown } = await countLost(people, credits)
  const named = (name: keyof typeof times, share: number) => getQuantile(times[name], share) / 1000
  report([
    { name: 'create, p50', value: named('create', 0.5), unit: 's' },
    { name: 'create, p95', value: named('create', 0.95), unit: 's' },
    { name: 'status check, p95', value: named('status', 0.95), unit: 's' },
    { name: 'library, p50', value: named('library', 0.5), unit: 's' },
    { name: 'library, p95', value: named('library', 0.95), unit: 's' },
    { name: 'memory of the server, peak', value: peak / 1024, unit: 'MB' },
    { name: 'creates before the kills', value: times.create.length, unit: '' },
    { name: 'acknowledged jobs', value: acknowledged.size, unit: '' },
    { name: 'jobs of a create whose answer a kill lost', value: unknown, unit: '' },
    { name: 'failed requests before the kills', value: failuresBefore, unit: '', most: 0 },
    { name: 'acknowledged jobs lost, or charged wrongly', value: lost, unit: '', most: 0 },
  ])
  process.exitCode = lost > 0 || failuresBefore > 0 ? 1 : 0
} finally {
  await team.close()
  await provider.close()
}

async function readModel(): Promise<{ id: string; credits: number }> {
  const { models } = JSON.parse((await team.send('/api/capabilities')).text).data
  return models.find(({ id }: { id: string }) => id === MODEL.id)
}

async function join(index: number): Promise<Person> {
  const email = `person-${index}@team.example`
  const { token, userId } = await team.signIn({ email })
  const headers = { authorization: `Bearer ${token}`, prefer: 'resolution=merge-duplicates' }
  await team.post('/rest/v1/users', { id: userId, email, name: email }, headers)
  return { token, userId }
}

/** One person's work until the end: create, poll and look at the library until the video is there, download it, and watch. */
async function use(person: Person, credits: number): Promise<void> {
  await sleep(Math.random() * WATCH_MS)
  while (!isOver) {
    const jobId = randomUUID()
    if (!(await create(person, jobId, credits))) continue
    acknowledged.set(jobId, person)
    let url = ''
    while (!url && !isOver) {
      await sleep(POLL_MS)
      const { data } = await ask('status', person, `/generation/${jobId}/status`)
      url = data?.result?.url ?? ''
      if (data?.status === 'failed') break
      await ask('library', person, '/api/jobs')
    }
    if (url) await team.send(url.slice(team.origin.length)).catch(() => null)
    await sleep(WATCH_MS)
  }
}

/** Sends the same request until the server acknowledges it, like the page. */
async function create(person: Person, jobId: string, credits: number): Promise<boolean> {
  const headers = {
    authorization: `Bearer ${person.token}`,
    'idempotency-key': jobId,
    'x-quoted-credits': String(credits),
  }
  const input = { prompt: `Rain ${jobId}`, length: 5, aspectRatio: '16:9', seed: 1 }
  while (!isOver) {
    const begun = performance.now()
    const reply = await team.post(`/generation/${MODEL.path}`, { input }, headers).catch(() => null)
    if (reply?.status === 200) {
      if (isCounting) times.create.push(performance.now() - begun)
      return true
    }
    failures += 1
    await sleep(1000)
  }
  return false
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of several routes
async function ask(name: keyof typeof times, person: Person, path: string): Promise<{ data?: any }> {
  const begun = performance.now()
  const reply = await team.send(path, { headers: { authorization: `Bearer ${person.token}` } }).catch(() => null)
  if (reply?.status !== 200) {
    failures += 1
    return {}
  }
  if (isCounting) times[name].push(performance.now() - begun)
  const body = JSON.parse(reply.text)
  return { data: body.data ?? body }
}

/**
 * Counts acknowledged jobs that didn't end, and people whose balance isn't what their videos cost. A job is `unknown` if a kill came
 * between the provider's answer and its storage: its credits stay held until the server knows, or returns them.
 */
async function countLost(people: readonly Person[], credits: number): Promise<{ lost: number; unknown: number }> {
  const giveUpAt = Date.now() + END_MS
  for (;;) {
    const wrong: string[] = []
    let unknown = 0
    for (const person of people) {
      const jobs = new Map((await readLibrary(person)).map((job) => [job.id, job.status]))
      for (const [id, owner] of acknowledged) {
        const status = owner === person ? jobs.get(id) : 'succeeded'
        if (!['succeeded', 'failed', 'unknown'].includes(status ?? '')) wrong.push(`${id}: ${status ?? 'not listed'}`)
      }
      const paid = [...jobs.values()].filter((status) => status === 'succeeded' || status === 'unknown').length
      unknown += [...jobs.values()].filter((status) => status === 'unknown').length
      const rows = await team.send('/rest/v1/users?select=credits', {
        headers: { authorization: `Bearer ${person.token}`, apikey: team.keys.publishableKey },
      })
      const [row] = JSON.parse(rows.text)
      if (row?.credits !== CREDITS - paid * credits)
        wrong.push(`${person.userId}: ${row?.credits} after ${paid} videos`)
    }
    if (wrong.length === 0 || Date.now() > giveUpAt) {
      if (wrong.length > 0) console.error(wrong.join('\n'))
      return { lost: wrong.length, unknown }
    }
    await sleep(3000)
  }
}

async function readLibrary(person: Person): Promise<ListedJob[]> {
  const jobs: ListedJob[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''
    const { data } = await ask('library', person, `/api/jobs${query}`)
    jobs.push(...(data?.jobs ?? []))
    cursor = data?.nextCursor ?? null
  }
  return jobs
}

/** Returns the resident memory of a process and its children in kB. */
function readMemory(pid: number | undefined): number {
  let sum = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      const isOwn = name === String(pid) || new RegExp(`^PPid:\\s${pid}$`, 'm').test(status)
      if (isOwn) sum += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
    } catch {
      // The process has ended.
    }
  }
  return sum
}
