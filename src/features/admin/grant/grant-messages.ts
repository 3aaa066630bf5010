import { type CreditUser, MAX_GRANT } from '@contract/admin'
import type { ErrorCode } from '@contract/errors'
import { trimText } from '@contract/visible-text'
import { formatCredits } from '@/lib/format-credits'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { toPlainText } from '@/lib/text'
import { describeDetail, getStatus } from '../failure'
import { getTexts } from '../texts/texts'

export interface GrantForm {
  user: string
  amount: string
  reason: string
}
export const EMPTY_FORM: GrantForm = { user: '', amount: '', reason: '' }

/** Returns an error message for each invalid field. Null for a valid form. */
export function findProblems({ user, amount, reason }: GrantForm): Partial<GrantForm> | null {
  const isAmount = /^\d{1,7}$/.test(amount.trim()) && Number(amount) >= 1 && Number(amount) <= MAX_GRANT
  const text = getTexts().grant
  const problems = {
    ...(trimText(user) ? {} : { user: text.userMissing }),
    ...(isAmount ? {} : { amount: text.notAnAmount(formatCredits(MAX_GRANT)) }),
    ...(trimText(reason) ? {} : { reason: text.reasonMissing }),
  }
  return Object.keys(problems).length > 0 ? problems : null
}

/** Returns an error message for the search result. Null if exactly one user was found. */
export function describeUserProblem(users: readonly CreditUser[]): string | null {
  if (users.length === 0) return getTexts().grant.noUser
  if (users.length === 1) return null
  return getTexts().grant.severalUsers(users.map(({ id }) => id))
}

export function formatUserName({ name, email, id }: CreditUser): string {
  const address = toPlainText(email) || id
  return name ? getTexts().grant.nameOf(toPlainText(name), address) : address
}

export interface GrantFailure {
  text: string
  detail?: string
}

const REFUSALS = ['no_such_user', 'balance_full', 'key_mismatch', 'bad_request'] as const satisfies ErrorCode[]

function isRefusal(code: string): code is (typeof REFUSALS)[number] {
  return REFUSALS.some((refusal) => refusal === code)
}

/**
 * Returns the message of a failed grant. `mayBeGranted`: whether the request was sent. If its response was lost, the
 * grant may have happened.
 */
export function describeGrantFailure(error: unknown, mayBeGranted: boolean, isOnline: boolean): GrantFailure {
  const { failure, grant } = getTexts()
  const said = grant.failure
  const unsure = mayBeGranted ? said.unsure : said.sure
  if (error instanceof NetworkError) return { text: (isOnline ? failure.unreachable : failure.offline) + unsure }
  if (error instanceof ApiError && isRefusal(error.code)) return { text: said[error.code] }
  const status = getStatus(error)
  const text = status !== null && status >= 400 && status < 500 ? said.refused : said.internal + unsure
  return error instanceof ApiError ? { text, detail: describeDetail(error) } : { text }
}
