// Manages API keys with the functions of supabase/migrations/*_create_api_keys_and_limits.sql.
import { sha256 } from 'hono/utils/crypto'
import { encodeBase64Url } from 'hono/utils/encode'
import { z } from 'zod'
import {
  type ApiKey,
  type createKeyBody,
  KEY_PREFIX,
  keyScope,
  keySecret,
  MAX_KEYS,
} from '../../../_shared/contract/keys.ts'
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { RequestError } from '../../errors.ts'
import type { Call } from '../database.ts'

export const keyRow = z.object({
  id: z.string(),
  name: z.string(),
  scope: keyScope,
  last_four: z.string(),
  daily_limit: z.number(),
  spent_today: z.number(),
  created_at: z.string(),
  expires_at: z.string(),
  is_expired: z.boolean(),
  last_used_at: z.string().nullable(),
})

const usedKey = z.object({
  id: z.string(),
  user_id: z.string(),
  scope: keyScope,
  is_expired: z.boolean(),
  email: z.string(),
})

const createResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), key: keyRow }),
  z.object({ outcome: z.literal('too_many') }),
])

const SECRET_BYTES = 32

export function createKeys(call: Call) {
  const list = async (userId: string): Promise<ApiKey[]> =>
    (await call('list_keys', { p_user_id: userId }, z.array(keyRow))).map(viewKey)
  return {
    list,
    /** Throws RequestError if the key was revoked in the meantime. */
    async find(keyId: string, userId: string): Promise<ApiKey> {
      const found = (await list(userId)).find(({ id }) => id === keyId)
      if (!found) throw new RequestError(REFUSALS.keyUnknown())
      return found
    },
    /** Returns false if the key is unknown or belongs to another user. */
    revoke: (keyId: string, userId: string): Promise<boolean> =>
      call('revoke_key', { p_key_id: keyId, p_user_id: userId }, z.boolean()),

    /** Creates a key. The secret can't be read again later. Throws RequestError. */
    async create(
      userId: string,
      { name, scope, days, dailyLimit }: z.output<typeof createKeyBody>,
    ): Promise<{ key: ApiKey; secret: string }> {
      const random = encodeBase64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).buffer)
      const secret = `${KEY_PREFIX}${random.replace(/=+$/, '')}`
      const answer = await call(
        'create_key',
        {
          p_user_id: userId,
          p_secret_hash: await hashSecret(secret),
          p_name: name,
          p_last_four: secret.slice(-4),
          p_scope: scope,
          p_daily_limit: dailyLimit,
          p_days: days,
          p_max: MAX_KEYS,
        },
        createResponse,
      )
      if (answer.outcome === 'too_many') throw new RequestError(REFUSALS.tooManyKeys(MAX_KEYS))
      return { key: viewKey(answer.key), secret }
    },

    /** Finds the key of a request, and records its use. Throws RequestError for an invalid key. */
    async use(secret: string) {
      // A value in another format can't be one of our keys.
      if (!keySecret.safeParse(secret).success) throw new RequestError(REFUSALS.keyUnknown())
      const key = await call('use_key', { p_secret_hash: await hashSecret(secret) }, usedKey.nullable())
      if (!key) throw new RequestError(REFUSALS.keyUnknown())
      if (key.is_expired) throw new RequestError(REFUSALS.keyExpired())
      return { id: key.id, userId: key.user_id, scope: key.scope, email: key.email }
    },
  }
}
export type Keys = ReturnType<typeof createKeys>

/** Returns a plain hash, which is enough because nobody can guess 256 random bits. */
async function hashSecret(secret: string): Promise<string> {
  const digest = await sha256(secret)
  if (!digest) throw new Error('no SHA-256 here')
  return digest
}

export function viewKey(row: z.output<typeof keyRow>): ApiKey {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    lastFour: row.last_four,
    dailyLimit: row.daily_limit,
    spentToday: row.spent_today,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isExpired: row.is_expired,
    lastUsedAt: row.last_used_at,
  }
}
