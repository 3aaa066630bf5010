// Makes the calls about people, refused words, and the list of actions. All throw the errors of `Http.request`.
import type { FindUsersBody } from '@contract/admin'
import {
  type AdminActions,
  actionsResponse,
  type Person,
  peopleResponse,
  type RefusedWord,
  type RefusedWordsBody,
  refusedWordsResponse,
  restoreResponse,
  type SuspensionBody,
  suspensionResponse,
} from '@contract/admin'
import type { Http } from '@/lib/http/http'
import { readResponse } from '@/lib/http/read-response'
import type { Credential } from '../credential'
import { sendAsAdmin } from '../send-as-admin'

const WORDS = '/api/admin/refused-words'

/** The properties of each panel of the page. */
export interface PeoplePanelProps {
  api: ReturnType<typeof createPeopleApi>
  isOnline: boolean
  /** Called if the server refused the credential. */
  onRefused: (error: unknown) => void
}

export function createPeopleApi(http: Http, credential: Credential) {
  const get = (path: string, signal: AbortSignal, query: Record<string, string> = {}) =>
    sendAsAdmin(http, credential, { method: 'GET', path, query, signal })
  const post = (path: string, body: object, signal?: AbortSignal) =>
    sendAsAdmin(http, credential, { method: 'POST', path, body, signal })
  return {
    /** Finds up to 10 people by email address or ID. */
    async find(user: string, signal: AbortSignal): Promise<Person[]> {
      const body = await post('/api/admin/people/find', { user } satisfies FindUsersBody, signal)
      return readResponse(peopleResponse, body).data.people
    },
    /** Suspends a person, or lifts the suspension. */
    async setSuspended(userId: string, suspended: boolean, reason: string): Promise<Person> {
      const asked: SuspensionBody = { user_id: userId, suspended, reason }
      return readResponse(suspensionResponse, await post('/api/admin/people/suspension', asked)).data.person
    },
    async fetchWords(signal: AbortSignal): Promise<RefusedWord[]> {
      return readResponse(refusedWordsResponse, await get(WORDS, signal)).data.words
    },
    /** Replaces the whole list. Returns it as stored. */
    async saveWords(words: string[]): Promise<RefusedWord[]> {
      return readResponse(refusedWordsResponse, await post(WORDS, { words } satisfies RefusedWordsBody)).data.words
    },
    /** Fetches a page of actions, newest first. A null cursor fetches the first page. */
    async fetchActions(cursor: string | null, signal: AbortSignal): Promise<AdminActions> {
      return readResponse(actionsResponse, await get('/api/admin/actions', signal, cursor === null ? {} : { cursor }))
        .data
    },
    /** Undoes a take-down. */
    async restore(jobId: string): Promise<void> {
      readResponse(restoreResponse, await post(`/api/admin/videos/${encodeURIComponent(jobId)}/restore`, {}))
    },
  }
}
