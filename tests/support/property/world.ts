// Everything that an API needs, made of stand-ins around one real PostgreSQL, with a clock that moves by itself: servers of
// the API in processes of their own, a provider that keeps its own books, and outages of each part.
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createDataApi } from '../../harness/data-api.ts'
import { grantCredits } from '../../harness/ledger/calls.ts'
import { signUp, upsertProfile } from '../../harness/ledger/users.ts'
import type { Database, Postgres } from '../../harness/postgres.ts'
import { createStorage, type MemoryStorage } from '../../harness/storage.ts'
import { ApiServers } from './api-servers.ts'
import { Outages, skew, type Target } from './faults.ts'
import type { SourceEdit } from './planted-fault.ts'
import { Provider } from './provider.ts'
import { Random } from './random.ts'
import { limitSpending, type Spending } from './spending.ts'
import { startStandIn } from './stand-in.ts'
import { type Clock, Gate, openClock } from './time.ts'

const SERVERS = 2
const USERS = 24
const FIRST_CREDITS = 400
export const SWEEP_SECRET = 'a-sweep-secret-of-more-than-thirty-two-characters'

/** A job as its user knows it: what was asked, and what was answered, which must stay true. */
export interface Job {
  id: string
  user: User
  model: 'kling-1.6' | 'veo-2'
  price: number
  hasImage: boolean
  /** A hold was acknowledged. */
  isHeld: boolean
  /** Its create was acknowledged. */
  isCreated: boolean
  /** The API said that a stop took effect. */
  isStopped: boolean
  /** Its deletion was asked for: its file may be gone. */
  mayBeDeleted: boolean
  /** The outcome that an answer named. */
  settlement: 'captured' | 'released' | null
}

export interface User {
  id: string
  token: string
  jobs: Job[]
  /** The amounts asked for by each key, and the one that an answer named. */
  grants: Map<string, { asked: number[]; sure: number | null }>
}

/** One seed's run on a database of its own: nothing of it is left when it is over. */
export interface Epoch {
  seed: number
  db: Database
  storage: MemoryStorage
  provider: Provider
  outages: Outages
  spending: Spending
  users: User[]
  /** The owners of user ids and job ids. */
  owners: Map<string, User>
  jobs: Map<string, Job>
  violations: string[]
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** Opens the parts that last; each epoch brings its own database, users and books. */
export async function openWorld(postgres: Postgres, planted?: SourceEdit) {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = {
    keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig', key_ops: ['verify'] }],
  }
  let epoch: Epoch | null = null
  let dataApi: ReturnType<typeof createDataApi> | null = null
  let pool: ReturnType<Database['clients']> | null = null
  let moved = 0
  const now = () => Date.now() + moved
  const tokens = new Map<string, string>()
  const gate = new Gate()
  let clock: Clock | null = null

  function getTarget({ url }: Request): Target {
    if (url.includes('/storage/')) return 'storage'
    return url.includes('/auth/') ? 'auth' : 'database'
  }
  const down = () => Response.json({ error: 'down', message: 'down' }, { status: 503 })
  const supabase = await startStandIn({
    faultOf: (request) => epoch?.outages.faultOf(getTarget(request), request.url) ?? null,
    refuse: down,
    async answer(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/auth/v1/.well-known/jwks.json') return Response.json(keys)
      if (pathname === '/auth/v1/user') {
        const id = tokens.get(request.headers.get('authorization')?.slice(7) ?? '')
        return id ? Response.json({ id, aud: 'authenticated' }) : Response.json({ message: 'invalid' }, { status: 403 })
      }
      return dataApi?.fetch(request) ?? down()
    },
  })
  const queue = await startStandIn({
    faultOf: () => epoch?.outages.faultOf('provider') ?? null,
    refuse: () => Response.json({ detail: 'Too many requests' }, { status: 429, headers: { 'retry-after': '60' } }),
    answer: (request) => epoch?.provider.services.fal.answer(request) ?? down(),
  })
  const first = await startStandIn({
    faultOf: () => epoch?.outages.faultOf('first provider') ?? null,
    refuse: () =>
      Response.json({ message: 'Too many', code: 'BUSY' }, { status: 429, headers: { 'retry-after': '60' } }),
    answer: (request) => epoch?.provider.services.pollo.answer(request) ?? down(),
  })
  const files = await startStandIn({
    faultOf: (request) => epoch?.provider.fileFault(request) ?? epoch?.outages.faultOf('files') ?? null,
    refuse: (request) => new Response('no', { status: epoch?.provider.fileRefusal(request) ?? 503 }),
    answer: (request) => epoch?.provider.answerFile(request) ?? down(),
  })

  const servers = new ApiServers(
    SERVERS,
    {
      settings: {
        SUPABASE_URL: supabase.url,
        SUPABASE_SECRET_KEY: 'sb_secret_test',
        JWT_ISSUER: '',
        POLLO_API_URL: first.url,
        POLLO_API_KEY: 'first-key',
        POLLO_FILE_ORIGINS: files.url,
        VIDEO_QUEUE_STOP: 'true',
        FAL_API_URL: queue.url,
        FAL_API_KEY: 'provider-key',
        FAL_FILE_ORIGINS: files.url,
        ALLOWED_ORIGINS: 'https://app.example',
        ENABLE_TEST_CREDITS: 'true',
        SWEEP_SECRET,
      },
      ...(planted ? { planted } : {}),
    },
    (fault) => epoch?.violations.push(fault),
  )

  /** Some have tokens that the auth server must be asked about, most such as a key proves. */
  async function token(id: string, index: number): Promise<string> {
    const claims = new SignJWT({ sub: id, aud: 'authenticated', role: 'authenticated', exp: 4e9 })
    if (index % 4 > 0) return claims.setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(privateKey)
    const signed = await claims.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode('x'.repeat(32)))
    tokens.set(signed, id)
    return signed
  }

  return {
    servers,
    supabaseUrl: supabase.url,

    async beginEpoch(seed: number): Promise<Epoch> {
      const db = await postgres.createDatabase()
      await db.sql('grant execute on function public.add_test_credits(uuid, integer, text, text) to service_role')
      const spending = await limitSpending(db.sql, seed)
      const connection = await db.connect()
      const users: User[] = []
      for (let index = 0; index < USERS; index += 1) {
        const id = await signUp(connection.sql)
        if (index % 3 > 0) await upsertProfile(connection.sql, id)
        const key = `first:${id}`
        await grantCredits(connection.sql, id, FIRST_CREDITS, key)
        const grants = new Map([[key, { asked: [FIRST_CREDITS], sure: FIRST_CREDITS }]])
        users.push({ id, token: await token(id, index), jobs: [], grants })
      }
      await connection.close()
      const storage = createStorage()
      const provider = new Provider(seed, now, { pollo: first.url, fal: queue.url, files: files.url })
      pool = db.clients(20)
      const violations: string[] = provider.violations
      dataApi = createDataApi(
        gate.guard(pool.sql, (deadlock) => violations.push(deadlock)),
        storage,
      )
      epoch = {
        seed,
        db,
        storage,
        provider,
        outages: new Outages(seed),
        spending,
        users,
        owners: new Map(users.map((user) => [user.id, user])),
        jobs: new Map(),
        violations,
      }
      const random = new Random(seed, 'skew')
      for (let index = 0; index < SERVERS; index += 1) {
        const minutes = skew(random)
        if (servers.port(index) === null) await servers.start(index, minutes)
      }
      return epoch
    },

    /** Lets so much time pass for the database and the provider. What dead servers claimed runs out only if told so. */
    async moveTime(minutes: number, { haveDied = false } = {}): Promise<void> {
      if (!epoch) return
      const { db } = epoch
      clock ??= await openClock(db)
      const { move } = clock
      // Both clocks in one step: nothing that the provider answers falls between them.
      moved += minutes * 60_000
      await gate.closeFor(() => move(minutes, haveDied))
      if (haveDied) epoch.provider.claimsEndedAt = performance.now()
    },

    /** Has the provider that models prefer refuse connections for a while. */
    killFirstProvider: () => first.die(),
    reviveFirstProvider: () => first.comeBack(),

    /** Cuts the power, and restarts after it. */
    async crashDatabase(): Promise<void> {
      epoch?.outages.begin('database server')
      clock = null
      await postgres.crash()
      await postgres.start()
      epoch?.outages.end('database server')
    },

    async endEpoch(ended: Epoch): Promise<void> {
      epoch = null
      dataApi = null
      tokens.clear()
      await Promise.all([pool?.close(), clock?.close()])
      clock = null
      await ended.db.drop()
    },

    async close(): Promise<void> {
      servers.killAll()
      await Promise.all([supabase, first, queue, files].map((part) => part.close()))
    },
  }
}
