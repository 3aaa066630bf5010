import type { DependencyState, HealthReport, ProviderState } from '@contract/server'
import { ApiError } from '@/lib/http/api-error'
import type { TestResponse } from '../admin-api'
import { describeAdminFailure, getStatus } from '../failure'
import { getTexts } from '../texts/texts'

export const CONNECTION_TESTS = [
  { id: 'backend', path: '/health' },
  { id: 'admin', path: '/api/admin/test' },
  { id: 'status', path: '/api/admin/status' },
] as const

export type ConnectionTest = (typeof CONNECTION_TESTS)[number]

export interface TestResult {
  isOk: boolean
  text: string
  /** The time from the click to the response in milliseconds, including retries. Null if no request was sent. */
  milliseconds: number | null
  message: string | null
  facts: Fact[]
}

interface Fact {
  name: string
  value: string
}

const BAD_STATES: ReadonlySet<string> = new Set<HealthReport['status'] | DependencyState | ProviderState>([
  'degraded',
  'down',
  'faulty',
])

export function reportSuccess(test: ConnectionTest, answer: TestResponse, milliseconds: number): TestResult {
  const { success: _, message, ...rest } = answer
  const facts = listFacts(rest)
  const text = getTexts().connection
  const isOk = facts.every(({ value }) => !BAD_STATES.has(value)) && !hasFaults(answer)
  return {
    isOk,
    text: isOk ? text.tests[test.id].ok : text.partlyDown,
    milliseconds,
    message: typeof message === 'string' ? message : null,
    facts: facts.map(translate),
  }
}

export function reportFailure(error: unknown, milliseconds: number, isOnline: boolean, now: number): TestResult {
  const { failure, connection } = getTexts()
  const { sentence } = describeAdminFailure(error, isOnline, now)
  const status = getStatus(error)
  return {
    isOk: false,
    // The sentence for 'other' describes a login, so it doesn't fit here.
    text: sentence === 'other' ? connection.failed(status) : failure[sentence],
    milliseconds,
    message: error instanceof ApiError ? error.message : null,
    facts: [],
  }
}

/** Returns whether the response lists settings that the administrator must fix. */
function hasFaults({ data }: TestResponse): boolean {
  const faults = typeof data === 'object' && data && 'faults' in data ? data.faults : null
  return typeof faults === 'object' && faults !== null && Object.keys(faults).length > 0
}

/** Flattens a response into facts. */
function listFacts(answer: object): Fact[] {
  return Object.entries(answer).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'object') return value ? listFacts(value) : []
    return [{ name, value: String(value) }]
  })
}

/** Names and values without a translation stay unchanged. */
function translate({ name, value }: Fact): Fact {
  const { names, values } = getTexts().connection
  const words: Readonly<Record<string, string>> = values
  return { name: names[name] ?? name, value: words[value] ?? value }
}
