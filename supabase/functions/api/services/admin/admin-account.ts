// Reads the administrator's account from the settings. Incomplete or published credentials turn admin access off.
import type { Admin } from '../../../_shared/contract/admin.ts'
import type { Env } from '../../env.ts'
import { type PasswordHash, parsePasswordHash } from './password-hash.ts'

/** Published in README and .env.example. Accepted only with ADMIN_DEFAULT_PASSWORD=true. */
export const PUBLISHED_PASSWORD = 'soundreel-local'
const PUBLISHED_HASH = 'pbkdf2-sha512:210000:bBhc4J8VjVNmhW2bD710gA:YIVAlR8QS0Ty-OyHmzbUn2ARZqNDtm5i_RTRrIYKNQw'

const MIN_SECRET_CHARACTERS = 32

const INVALID_HASH = 'ADMIN_PASSWORD_HASH is invalid or too weak. Generate one with npm run admin:password.'

export interface AdminAccount {
  username: string
  passwordHash: PasswordHash
  /** The signing key of the tokens. A new password changes this key, so old tokens become invalid. */
  key: string
}

export function readAdminAccount(env: Env): AdminAccount | { refusal: string } {
  const { ADMIN_USERNAME: username, ADMIN_JWT_SECRET: secret } = env
  const hash = env.ADMIN_PASSWORD_HASH || (env.ADMIN_DEFAULT_PASSWORD ? PUBLISHED_HASH : '')
  if (!hash) return { refusal: 'ADMIN_PASSWORD_HASH is not set. Generate one with npm run admin:password.' }
  const refusal = env.ADMIN_DEFAULT_PASSWORD ? null : refusePasswordHash(hash)
  if (refusal) return { refusal }
  const passwordHash = parsePasswordHash(hash)
  if (!passwordHash) return { refusal: INVALID_HASH }
  if (secret.length < MIN_SECRET_CHARACTERS)
    return { refusal: `ADMIN_JWT_SECRET is not set or shorter than ${MIN_SECRET_CHARACTERS} characters` }
  return { username, passwordHash, key: [secret, username, hash].join('\n') }
}

/** Returns why ADMIN_PASSWORD_HASH can't have this value, or null. */
export function refusePasswordHash(hash: string): string | null {
  if (hash === PUBLISHED_HASH)
    return 'ADMIN_PASSWORD_HASH uses the published default password. Choose another with npm run admin:password.'
  return parsePasswordHash(hash) ? null : INVALID_HASH
}

export function describeAdmin({ username }: AdminAccount): Admin {
  return { id: username, username, displayName: '管理员', role: 'super_admin' }
}
