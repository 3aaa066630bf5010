import type { startApi } from '../../harness/api.ts'
import type { TestUser } from '../../harness/database.ts'

/** A well-formed key that doesn't exist. */
export const UNKNOWN_KEY = `sr_${'A'.repeat(43)}`

/** Creates a personal key. Returns its ID, and its owner with the key instead of the session's token. */
export async function createKey(
  { request }: Pick<ReturnType<typeof startApi>, 'request'>,
  owner: TestUser,
  body: Record<string, unknown> = {},
) {
  const answer = await request('POST', '/api/keys', owner, { name: 'Laptop', scope: 'create', ...body })
  const { key, secret } = answer.body.data
  return { id: String(key.id), caller: { ...owner, token: String(secret) } }
}
