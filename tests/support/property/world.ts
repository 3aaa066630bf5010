// Everything that the API needs: stand-in services around a real PostgreSQL, and a clock that the test moves. API
// servers run in their own processes, the providers keep their own books, and each service can fail.
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { KEYS } from '../../harness/database.ts'
import { grantCredits } from '../../harness/ledger/calls.ts'
import { signUp, upsertProfile } from '../../harness/ledger/users.ts'
import type { Database } from '../../harness/postgres.ts'
import { createStorage, type MemoryStorage } from '../../harness/storage.ts'
import { ApiServers } from './api-servers.ts'
import type { Backend, OpenBackend } from './backends.ts'
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

/** A job as its user knows it: the requests, and the responses, which must stay true. */
export interface Job {
  id: string
  user: User
  model: 'kling-1.6' | 'veo-2'
  price: number
  hasImage: boolean
  /** Whether a response confirmed the hold. */
  isHeld: boolean
  /** Whether a response confirmed the create request. */
  isCreated: boolean
  /** Whether the API said that the job was canceled. */
  isStopped: boolean
  /** Whether its deletion was requested, so that its file may be gone. */
  mayBeDeleted: boolean
  /** The final credit state that a response named. */
  settlement: 'captured' | 'released' | null
}

export interface User {
  id: string
  token: string
  jobs: Job[]
  /** The requested amounts by key, and the amount that a response confirmed. */
  grants: Map<string, { asked: number[]; sure: number | null }>
}

/** One seed's run on its own database, which is dropped at the end. */
export interface Epoch {
  seed: number
  db: Database
  storage: MemoryStorage
  provider: Provider
  outages: Outages
  spending: Spending
  users: User[]
  /** The owners of user IDs and job IDs. */
  owners: Map<string, User>
  jobs: Map<string, Job>
  violations: string[]
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** Opens the lasting services. Each epoch brings its own database, users, and books. */
export async function openWorld(backend: Backend, planted?: SourceEdit) {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = {
    keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig', key_ops: ['verify'] }],
  }
  let epoch: Epoch | null = null
  let open: OpenBackend | null = null
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
      return open?.fetch(request) ?? down()
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
        SUPABASE_SECRET_KEY: KEYS.secretKey,
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

  /**
   * Returns a user's token. Every fourth token can only be verified by the auth server, and the others by a public key.
   */
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
      const provider = new Provider(seed, now, { pollo: first.url, fal: queue.url, files: files.url })
      const { violations } = provider
      const storage = createStorage()
      open = await backend.open({ gate, storage, onDeadlock: (deadlock) => violations.push(deadlock) })
      const { db } = open
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

    /** Moves the time of the database and the providers. The claims of dead servers expire only with `haveDied`. */
    async moveTime(minutes: number, { haveDied = false } = {}): Promise<void> {
      if (!epoch) return
      const { db } = epoch
      clock ??= await openClock(db)
      const { move } = clock
      // Both clocks move in one step, so no provider response falls between them.
      moved += minutes * 60_000
      await gate.closeFor(() => move(minutes, haveDied))
      if (haveDied) epoch.provider.claimsEndedAt = performance.now()
    },

    /** Makes the models' preferred provider refuse connections for a while. */
    killFirstProvider: () => first.die(),
    reviveFirstProvider: () => first.comeBack(),

    /** Crashes the database server as in a power failure, and restarts it. */
    async crashDatabase(): Promise<void> {
      epoch?.outages.begin('database server')
      clock = null
      await backend.crash()
      await backend.start()
      epoch?.outages.end('database server')
    },

    async endEpoch(ended: Epoch): Promise<void> {
      const closing = open
      epoch = null
      open = null
      tokens.clear()
      await Promise.all([closing?.close(), clock?.close()])
      clock = null
      await ended.db.drop()
    },

    async close(): Promise<void> {
      servers.killAll()
      await Promise.all([supabase, first, queue, files].map((part) => part.close()))
    },
  }
}
