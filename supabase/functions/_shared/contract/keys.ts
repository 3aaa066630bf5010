// API keys. Programs use them to call the API for their owner.
import { z } from 'zod'
import { filled, line, wrapResponse } from './fields.ts'

/** `read`: read only. `create`: also generate, cancel, rename, and share videos, and change the cast. */
export const keyScope = z.enum(['read', 'create'])
export type KeyScope = z.output<typeof keyScope>

/** The lifetimes that a user can choose for a key, in days. */
export const KEY_DAYS = [7, 30, 90, 365] as const
export const DEFAULT_KEY_DAYS = 90

/** Credits that a key may hold per UTC day. The default covers one video with each model. */
export const DEFAULT_KEY_LIMIT = 500
export const MAX_KEY_LIMIT = 1_000_000

/** The limit of valid keys per user. */
export const MAX_KEYS = 20
export const MAX_KEY_NAME_CHARACTERS = 60

export const KEY_PREFIX = 'sr_'
/** The prefix, then 256 random bits in base64url. */
export const keySecret = z.string().regex(/^sr_[\w-]{43}$/)

export const createKeyBody = z.object({
  name: line(MAX_KEY_NAME_CHARACTERS).pipe(z.string().min(1, 'use a name that can be seen')),
  scope: keyScope,
  days: z.literal(KEY_DAYS).default(DEFAULT_KEY_DAYS),
  dailyLimit: z.int().positive().max(MAX_KEY_LIMIT).default(DEFAULT_KEY_LIMIT),
})
export type CreateKeyBody = z.input<typeof createKeyBody>

/** A key as its owner sees it. The secret is returned only once, when the key is created. */
export const apiKey = z.object({
  id: filled,
  name: filled,
  scope: keyScope,
  /** The last four characters of the secret. */
  lastFour: filled,
  /**
   * `dailyLimit`: credits that the key may hold per UTC day. `spentToday`: credits that the key held or spent today.
   */
  dailyLimit: z.int().positive(),
  spentToday: z.int().min(0),
  createdAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
  /** The last use, to the minute. Null for a key that was never used. */
  lastUsedAt: z.string().nullable(),
})
export type ApiKey = z.output<typeof apiKey>

/** Newest first. An expired key remains listed for 30 days unless its owner deletes it. */
export const keysResponse = wrapResponse(z.object({ keys: z.array(apiKey) }))
export const newKeyResponse = wrapResponse(z.object({ key: apiKey, secret: filled }))
export const revokedKeyResponse = wrapResponse(z.object({ id: filled }))
/** The key that authenticated the request. Null for the user's own session. */
export const ownKeyResponse = wrapResponse(z.object({ key: apiKey.nullable() }))

export const keyRoutes = {
  'GET /api/keys': keysResponse,
  'POST /api/keys': newKeyResponse,
  'DELETE /api/keys/:id': revokedKeyResponse,
  'GET /api/key': ownKeyResponse,
} as const
