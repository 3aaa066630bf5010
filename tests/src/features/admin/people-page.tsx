import type { AdminAction, Person, RefusedWord } from '@contract/admin'
import { type AdminResponses, adminPage, storeCredential } from './admin-page'

export const FIND = '/api/admin/people/find'
export const SUSPENSION = '/api/admin/people/suspension'
export const WORDS = '/api/admin/refused-words'
export const ACTIONS = '/api/admin/actions'

export const ADA: Person = {
  id: 'u1',
  email: 'ada@example.com',
  name: 'Ada',
  credits: 1080,
  held: 20,
  createdAt: '2026-11-01T08:00:00Z',
  suspension: null,
  jobCount: 12,
  openJobCount: 1,
  jobs: [
    {
      id: 'j1',
      modelName: 'Veo 3',
      status: 'failed',
      credits: 330,
      settlement: 'released',
      createdAt: '2026-11-20T08:00:00Z',
    },
  ],
  signInCount: 3,
  signIns: [{ id: 'l1', time: '2026-11-21T08:00:00Z', ipAddress: '203.0.113.9', userAgent: 'Firefox/130.0' }],
  keys: [
    {
      id: 'k1',
      name: 'Laptop',
      scope: 'create',
      lastFour: 'abcd',
      dailyLimit: 500,
      spentToday: 0,
      createdAt: '2026-11-01T08:00:00Z',
      expiresAt: '2027-01-01T08:00:00Z',
      isExpired: false,
      lastUsedAt: null,
    },
  ],
}

export const action = (id: number, fields: Partial<AdminAction>): AdminAction => ({
  id,
  admin: 'grace',
  action: 'settings',
  createdAt: '2026-11-21T08:00:00Z',
  userId: null,
  email: '',
  jobId: null,
  title: '',
  reason: '',
  isTakenDown: false,
  ...fields,
})

export const answer = (data: unknown) => ({ success: true, message: '', data })
export const answerPeople = (...people: Person[]) => answer({ people })
export const answerWords = (...words: RefusedWord[]) => answer({ words })
export const answerActions = (actions: AdminAction[] = [], nextCursor: string | null = null) =>
  answer({ actions, nextCursor })

/** Opens the People page of an administrator who has logged in, on a server with Ada. */
export async function peoplePage(answers: AdminResponses = {}) {
  storeCredential()
  return adminPage(
    {
      [FIND]: () => answerPeople(ADA),
      [WORDS]: () => answerWords(),
      [ACTIONS]: () => answerActions(),
      ...answers,
    },
    '/admin-people',
  )
}
