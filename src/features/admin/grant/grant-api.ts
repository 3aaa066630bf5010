// Makes the calls that grant credits.
import {
  type CreditUser,
  type FindUsersBody,
  findUsersResponse,
  type GrantCreditsBody,
  grantResponse,
} from '@contract/admin'
import type { Http } from '@/lib/http/http'
import { readResponse } from '@/lib/http/read-response'
import type { Credential } from '../credential'
import { sendAsAdmin } from '../send-as-admin'

export interface Grant {
  userId: string
  amount: number
  reason: string
  /** The grant's idempotency key. A filled form keeps its key over retries, and the server grants once per key. */
  key: string
}

/** Creates the calls of a grant. Both throw the errors of `Http.request`. */
export function createGrantApi(http: Http) {
  const post = (path: string, credential: Credential, body: FindUsersBody | GrantCreditsBody, key?: string) =>
    sendAsAdmin(http, credential, { method: 'POST', path, headers: key ? { 'Idempotency-Key': key } : {}, body })
  return {
    /** Finds users by email address or ID. */
    async findUsers(credential: Credential, asked: string): Promise<CreditUser[]> {
      const body = await post('/api/admin/credits/find-users', credential, { user: asked })
      return readResponse(findUsersResponse, body).data.users
    },
    /** Grants the credits. Returns the user with the new balance. */
    async grant(credential: Credential, { userId, amount, reason, key }: Grant): Promise<CreditUser> {
      const body = await post('/api/admin/credits/grant', credential, { user_id: userId, amount, reason }, key)
      return readResponse(grantResponse, body).data.user
    },
  }
}
