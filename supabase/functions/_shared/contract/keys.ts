// API keys. Programs use them to call the API for their owner.
import { z } from 'zod'
import { deleted, filled, line, wrapResponse } from './fields.ts'

export const keyScope = z
  .enum(['read', 'create'])
  .describe('`read`: read only. `create`: also generate, cancel, rename, and share videos, and change the cast.')
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
  id: filled.describe("The key's ID."),
  name: filled.describe('The name that the user chose.'),
  scope: keyScope,
  lastFour: filled.describe('The last four characters of the secret.'),
  dailyLimit: z.int().positive().describe('Credits that the key may hold per UTC day.'),
  spentToday: z.int().min(0).describe('Credits that the key held or spent today.'),
  createdAt: z.string().describe('The time when the key was created.'),
  expiresAt: z.string().describe('The time when the key expires.'),
  isExpired: z.boolean().describe('Whether the key has expired.'),
  lastUsedAt: z.string().nullable().describe('The last use, to the minute. Null for a key that was never used.'),
})
export type ApiKey = z.output<typeof apiKey>

/** Newest first. An expired key remains listed for 30 days unless its owner deletes it. */
export const keysResponse = wrapResponse(z.object({ keys: z.array(apiKey) }))
export const newKeyResponse = wrapResponse(z.object({ key: apiKey, secret: filled }))
export const revokedKeyResponse = wrapResponse(deleted())
export const ownKeyResponse = wrapResponse(
  z
    .object({
      key: apiKey.nullable().describe("The key that authenticated the request. Null for the user's own session."),
    })
    .describe('The key.'),
)

export const keyRoutes = {
  'GET /api/keys': keysResponse,
  'POST /api/keys': newKeyResponse,
  'DELETE /api/keys/:id': revokedKeyResponse,
  'GET /api/key': ownKeyResponse,
} as const
