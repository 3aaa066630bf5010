// A token is sent as a bearer, a password in the body.
import type { CreditUser } from '@contract'
import { expectShape } from '@/lib/http/expect-shape'
import type { Http } from '@/lib/http/http'
import * as s from '@/lib/shape'
import type { Credential } from './login/credential'

const user: s.Shape<CreditUser> = s.object({ id: s.text, email: s.text, name: s.text, credits: s.number })
const usersAnswer = s.object({ success: s.oneOf(true), data: s.object({ users: s.list(user) }) })
const grantAnswer = s.object({ success: s.oneOf(true), data: s.object({ user }) })

export interface Grant {
  userId: string
  amount: number
  reason: string
  /** One per filled form, kept over retries: the server grants once per key. */
  key: string
}

/** Both throw what `Http.request` throws. */
export function createGrantApi(http: Http) {
  const post = (path: string, { kind, ...secret }: Credential, body: object, key?: string) =>
    http.request({
      method: 'POST',
      path,
      headers: {
        ...('token' in secret ? { Authorization: `Bearer ${secret.token}` } : {}),
        ...(key ? { 'Idempotency-Key': key } : {}),
      },
      body: kind === 'password' ? { ...body, ...secret } : body,
    })
  return {
    /** By e-mail address or id. */
    async findUsers(credential: Credential, asked: string): Promise<CreditUser[]> {
      const body = await post('/api/admin/credits/find-users', credential, { user: asked })
      return expectShape(usersAnswer, body).data.users
    },
    /** Returns the user with the new balance. */
    async grant(credential: Credential, { userId, amount, reason, key }: Grant): Promise<CreditUser> {
      const body = await post('/api/admin/credits/grant', credential, { user_id: userId, amount, reason }, key)
      return expectShape(grantAnswer, body).data.user
    },
  }
}
