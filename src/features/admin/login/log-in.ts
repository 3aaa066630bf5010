import type { LoginRecordPage } from '@contract/admin'
import type { AdminApi, LogQuery } from '../admin-api'
import type { Credential } from '../credential'
import { getStatus, isLocked } from '../failure'

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
 * Logs in. If the login fails, tries to fetch the logs with the password only, unless the server is locked. If both
 * fail, throws the more useful error.
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
      throw chooseError(loginError, fallbackError)
    }
  }
  return open(token)
}

function chooseError(loginError: unknown, fallbackError: unknown): unknown {
  if (isLocked(fallbackError)) return fallbackError
  return getStatus(loginError) === 401 ? loginError : fallbackError
}
