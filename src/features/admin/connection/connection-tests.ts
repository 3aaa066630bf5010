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
  facts: { name: string; value: string }[]
}

export function reportSuccess(test: ConnectionTest, answer: TestResponse, milliseconds: number): TestResult {
  const { success: _, message, ...rest } = answer
  const facts = listFacts(rest)
  const text = getTexts().connection
  const { down, faulty } = text.values
  const isOk = facts.every(({ value }) => value !== down && value !== faulty) && !hasFaults(answer)
  return {
    isOk,
    text: isOk ? text.tests[test.id].ok : text.partlyDown,
    milliseconds,
    message: typeof message === 'string' ? message : null,
    facts,
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

/** Flattens a response into facts. Names without a translation stay unchanged. */
function listFacts(answer: object): { name: string; value: string }[] {
  const { names, values } = getTexts().connection
  return Object.entries(answer).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object') return value ? listFacts(value) : []
    const text = String(value)
    return [{ name: names[key] ?? key, value: values[text] ?? text }]
  })
}
