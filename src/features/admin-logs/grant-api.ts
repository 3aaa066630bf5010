// A token is sent as a bearer, a password in the body.
import type { CreditUser } from '@contract'
import * as z from 'zod/mini'
import { expectShape } from '@/lib/http/expect-shape'
import type { Http } from '@/lib/http/http'
import type { Credential } from './login/credential'

const user = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  credits: z.number(),
}) satisfies z.ZodMiniType<CreditUser>
const usersAnswer = z.object({ success: z.literal(true), data: z.object({ users: z.array(user) }) })
const grantAnswer = z.object({ success: z.literal(true), data: z.object({ user }) })

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
