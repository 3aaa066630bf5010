import type { LoginRecordPage } from '@contract'
import type { AdminApi, LogQuery } from '../admin-api'
import { isLocked, statusOf } from '../failure'
import type { Credential } from './credential'

export interface LogInInput {
  api: Pick<AdminApi, 'logIn' | 'fetchLogs'>
  username: string
  password: string
  query: LogQuery
  signal: AbortSignal
}

export interface LoggedIn {
  credential: Credential
  page: LoginRecordPage
}

/**
 * Logged in means that the login and a log fetch both succeeded. When the login fails, the log call is tried with the
 * password alone; not while the server is locked, which would refuse that too. @throws the failure that says most
 */
export async function logIn({ api, username, password, query, signal }: LogInInput): Promise<LoggedIn> {
  const open = async (credential: Credential) => ({ credential, page: await api.fetchLogs(credential, query, signal) })
  let token: Credential
  try {
    token = await api.logIn(username, password, signal)
  } catch (loginError) {
    if (isLocked(loginError) || signal.aborted) throw loginError
    try {
      return await open({ kind: 'password', password })
    } catch (fallbackError) {
      throw mostTelling(loginError, fallbackError)
    }
  }
  return open(token)
}

/** Being locked tells most, then that the credentials are wrong; otherwise what happened last. */
function mostTelling(loginError: unknown, fallbackError: unknown): unknown {
  if (isLocked(fallbackError)) return fallbackError
  return statusOf(loginError) === 401 ? loginError : fallbackError
}
