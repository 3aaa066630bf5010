// Answers about personal keys, and the credits that they may hold.
import { randomUUID } from 'node:crypto'
import {
  call,
  computeMinutesFromNow,
  computeSecondsFromNow,
  holdCredits,
  readCreditBalances,
  settleJob,
  startJob,
} from '../../../harness/ledger/calls.ts'
import { attempt } from '../../../harness/sql.ts'
import { type Probe, type Setting, same } from '../setting.ts'

const DAY = 24 * 60

interface Key {
  id: string
  name: string
  scope: string
  last_four: string
  daily_limit: number
  spent_today: number
  created_at: string
  expires_at: string
  is_expired: boolean
  last_used_at: string | null
}

const create = (
  { sql, stranger }: Setting,
  { userId = stranger, hash = randomUUID() as string, limit = 50, days = 7, max = 20, minutesLater = 0 } = {},
) =>
  call<{ outcome: string; key?: Key }>(
    sql,
    `public.create_key($1, $2, 'Laptop', 'abcd', 'create', $3, $4, $5)`,
    [userId, hash, limit, days, max],
    computeMinutesFromNow(minutesLater),
  )
const createId = async (s: Setting, options: Parameters<typeof create>[1] = {}) =>
  (await create(s, options)).key?.id ?? ''
const list = ({ sql, stranger }: Setting, minutesLater = 0, userId = stranger) =>
  call<Key[]>(sql, 'public.list_keys($1)', [userId], computeMinutesFromNow(minutesLater))
const revoke = ({ sql, stranger }: Setting, id: string, userId = stranger) =>
  call<boolean>(sql, 'public.revoke_key($1, $2)', [id, userId])
const use = ({ sql }: Setting, hash: string, secondsLater = 0) =>
  call<{ id: string; user_id: string; scope: string; is_expired: boolean } | null>(
    sql,
    'public.use_key($1)',
    [hash],
    computeSecondsFromNow(secondsLater),
  )
const hold = ({ sql, stranger }: Setting, apiKeyId: string | null, jobId: string = randomUUID()) =>
  holdCredits(sql, { userId: stranger, jobId, apiKeyId })
const holdOutcome = async (s: Setting, apiKeyId: string | null) => (await hold(s, apiKeyId)).outcome
const getSeconds = (from: string | null | undefined, to: string | null | undefined) =>
  (Date.parse(to ?? '') - Date.parse(from ?? '')) / 1000

const RECORDS: Record<string, Probe> = {
  'a key is listed for its owner alone, the newest first, and without its secret': async (s) => {
    const { outcome, key } = await create(s)
    same(outcome, 'created')
    const newer = await createId(s, { minutesLater: 1, days: 30, limit: 7 })
    const keys = await list(s)
    same(
      keys.map(({ id }) => id),
      [newer, key?.id],
    )
    same(keys[1], key)
    const { id: _, created_at, expires_at, ...rest } = key as Key
    same(rest, {
      name: 'Laptop',
      scope: 'create',
      last_four: 'abcd',
      daily_limit: 50,
      spent_today: 0,
      is_expired: false,
      last_used_at: null,
    })
    same([getSeconds(created_at, expires_at), keys[0]?.daily_limit], [7 * DAY * 60, 7])
    same((await list(s, 0, s.newcomer)).length, 0)
  },
  'a key is revoked by its owner alone, and once': async (s) => {
    const [id, other] = [await createId(s), await createId(s)]
    same([await revoke(s, id, s.owner), await revoke(s, randomUUID())], [false, false])
    same([await revoke(s, id), await revoke(s, id)], [true, false])
    same(
      (await list(s)).map((key) => key.id),
      [other],
    )
  },
  'as many keys of a user work as allowed, and expired ones are not among them': async (s) => {
    await create(s, { userId: s.newcomer })
    const outcomes = [await create(s, { max: 2 }), await create(s, { max: 2 }), await create(s, { max: 2 })]
    same(
      outcomes.map(({ outcome }) => outcome),
      ['created', 'created', 'too_many'],
    )
    const later = 7 * DAY
    same((await create(s, { max: 2, minutesLater: later })).outcome, 'created')
    same(
      (await list(s, later)).map(({ is_expired }) => is_expired),
      [false, true, true],
    )
  },
  'a key is deleted 30 days after its end, when its owner makes another one': async (s) => {
    const other = await createId(s, { userId: s.newcomer })
    const id = await createId(s)
    const kept = async (minutesLater: number) => {
      await create(s, { minutesLater })
      return (await list(s)).some((key) => key.id === id)
    }
    same([await kept(37 * DAY), await kept(37 * DAY + 1)], [true, false])
    same(
      (await list(s, 0, s.newcomer)).map((key) => key.id),
      [other],
    )
  },
  'a secret leads to its key, also when that has expired, and no other secret to any': async (s) => {
    const id = await createId(s, { hash: 'digest' })
    const found = { id, user_id: s.stranger, scope: 'create' }
    const end = 7 * DAY * 60
    same(await use(s, 'digest', end - 1), { ...found, is_expired: false })
    same(await use(s, 'digest', end), { ...found, is_expired: true })
    same(await use(s, 'other'), null)
    await revoke(s, id)
    same(await use(s, 'digest'), null)
  },
  'the use of a key is recorded once a minute': async (s) => {
    await create(s, { hash: 'digest' })
    await create(s)
    const [{ created_at = '' } = {}] = await list(s)
    const recorded = async (secondsLater: number) => {
      await use(s, 'digest', secondsLater)
      return (await list(s)).map(({ last_used_at }) => last_used_at && getSeconds(created_at, last_used_at)).sort()
    }
    same(
      [await recorded(5), await recorded(64), await recorded(65)],
      [
        [5, null],
        [5, null],
        [65, null],
      ],
    )
  },
}

const LIMITS: Record<string, Probe> = {
  'a key holds no more on a day than its limit, and neither its owner’s page nor another key is counted': async (s) => {
    await s.sql(`select private.grant_credits($1, 100, 'test_plan', 'lite', 'more', '')`, [s.stranger])
    const [id, other] = [await createId(s, { limit: 30 }), await createId(s, { limit: 20 })]
    same([await holdOutcome(s, null), await holdOutcome(s, id)], ['held', 'held'])
    const { retry_after_seconds: seconds = 0, ...refused } = await hold(s, id)
    same(refused, { outcome: 'key_limit', available: 110, price: 20, settlement: 'none', limit: 30, left: 10 })
    same([seconds > 0, seconds <= 24 * 60 * 60], [true, true])
    same((await readCreditBalances(s.sql, s.stranger)).total_credits, 110)
    same(
      [await holdOutcome(s, other), await holdOutcome(s, other), await holdOutcome(s, null)],
      ['held', 'key_limit', 'held'],
    )
    const spent = new Map((await list(s)).map((key) => [key.id, key.spent_today]))
    same([spent.get(id), spent.get(other)], [20, 20])
  },
  'a release gives a key its allowance back, a capture does not, and a new day does': async (s) => {
    const id = await createId(s, { limit: 20 })
    const end = async (outcome: 'release' | 'capture') => {
      const jobId = randomUUID()
      same((await startJob(s.sql, { userId: s.stranger, jobId, apiKeyId: id })).outcome, 'started')
      same((await startJob(s.sql, { userId: s.stranger, jobId: randomUUID(), apiKeyId: id })).outcome, 'key_limit')
      await settleJob(s.sql, jobId, outcome)
    }
    await end('release')
    await end('capture')
    same(await holdOutcome(s, id), 'key_limit')
    await attempt(s.sql, async () => {
      await s.sql(
        `update private.credit_holds set created_at = date_trunc('day', now(), 'UTC') - interval '1 microsecond' where api_key_id = $1`,
        [id],
      )
      same(await holdOutcome(s, id), 'held')
    })
    // There it is another day already.
    await s.sql(`select set_config('TimeZone', 'Pacific/Kiritimati', true)`)
    await s.sql(`update private.credit_holds set created_at = date_trunc('day', now(), 'UTC') where api_key_id = $1`, [
      id,
    ])
    same(await holdOutcome(s, id), 'key_limit')
  },
  'a job that holds its credits goes on, whatever its key may hold': async (s) => {
    const id = await createId(s, { limit: 20 })
    const job = { userId: s.stranger, jobId: randomUUID(), apiKeyId: id }
    same((await holdCredits(s.sql, job)).outcome, 'held')
    same((await holdCredits(s.sql, job)).outcome, 'exists')
    same((await startJob(s.sql, job)).outcome, 'started')
  },
  'a key starts nothing with what its owner’s page or another key holds, and returns none of it': async (s) => {
    const [id, other] = [await createId(s), await createId(s)]
    const start = async (jobId: string, apiKeyId: string | null) =>
      (await startJob(s.sql, { userId: s.stranger, jobId, apiKeyId })).outcome
    const [ofPage, ofKey] = [randomUUID(), randomUUID()]
    same([(await hold(s, null, ofPage)).outcome, (await hold(s, other, ofKey)).outcome], ['held', 'held'])
    same([(await hold(s, id, ofPage)).outcome, (await hold(s, id, ofKey)).outcome], ['key_mismatch', 'key_mismatch'])
    same([await start(ofPage, id), await start(ofKey, id)], ['key_mismatch', 'key_mismatch'])
    same([await start(ofPage, null), await start(ofKey, null)], ['started', 'started'])
  },
  'a key that asks for something else returns what it holds itself': async (s) => {
    const id = await createId(s)
    const jobId = randomUUID()
    same((await hold(s, id, jobId)).outcome, 'held')
    const asked = { userId: s.stranger, jobId, apiKeyId: id, quoted: 21 }
    same((await startJob(s.sql, asked)).outcome, 'price_changed')
    same((await readCreditBalances(s.sql, s.stranger)).total_credits, 50)
  },
  'a key that is unknown, another user’s, or at its end holds nothing': async (s) => {
    const id = await createId(s)
    const foreign = await createId(s, { userId: s.owner })
    same([await holdOutcome(s, randomUUID()), await holdOutcome(s, foreign)], ['key_ended', 'key_ended'])
    const late = (minutes: number) =>
      attempt(s.sql, () =>
        call<{ outcome: string }>(
          s.sql,
          `public.hold_credits($1, $2, 'video_generation', 'kling-1.6', 20, '', false, $3)`,
          [s.stranger, randomUUID(), id],
          computeMinutesFromNow(minutes),
        ).then(({ outcome }) => outcome),
      )
    same([await late(7 * DAY - 1), await late(7 * DAY)], ['held', 'key_ended'])
    await revoke(s, id)
    same(await holdOutcome(s, id), 'key_ended')
    same((await readCreditBalances(s.sql, s.stranger)).total_credits, 50)
  },
}

export const KEY_PROBES: Record<string, Probe> = { ...RECORDS, ...LIMITS }
