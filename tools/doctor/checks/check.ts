import type { Setting, Settings } from './settings.ts'

/** A problem that a check found. `fix` is a command or a page. No field contains a secret. */
export interface Problem {
  what: string
  where: string
  fix: string
  /** The SQL statement that fixes the problem, if one does. */
  sql?: string
}

export interface CheckResponse {
  url: string
  status: number
  headers: Headers
  text: string
  /** The parsed body. Undefined if the body isn't valid JSON. */
  json: unknown
  /** The time from the request to the end of the response, in milliseconds. */
  tookMs: number
}

export interface Context {
  settings: Settings
  /** Sends a request without following redirects. Throws NoResponseError. */
  ask(url: string, init?: RequestInit): Promise<CheckResponse>
  /** Returns a file of the site. Several checks read the same files, and a run requests each of them once. */
  read(url: string): Promise<CheckResponse>
  /** Runs a read-only statement. Throws NoResponseError. */
  sql<Row>(statement: string): Promise<Row[]>
  /** Returns the version that this code gets when it is deployed. This takes a few seconds. */
  version(): Promise<string>
  now(): Date
}

type Need = Setting | Setting[]

export interface Check {
  name: string
  /** The settings that the check needs. For a list, one of them is enough. */
  needs?: Need[] | ((settings: Settings) => Need[])
  /** The checks that must pass first. If they fail, this check would only repeat their fault. */
  after?: string[]
  run(context: Context): Promise<Problem[] | Note> | Problem[] | Note
}

/** A check without a problem may tell this, such as a date. */
export interface Note {
  note: string
}

export type Result =
  | { name: string; state: 'ok'; note?: string }
  | { name: string; state: 'wrong'; problems: Problem[] }
  | { name: string; state: 'not checked'; reason: string }

/** The error for a missing or unreadable response, after which the result is unknown. */
export class NoResponseError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.what)
    this.problem = problem
  }
}

/** The error for a check that can't run here, which is no problem. The message says why. */
export class NotCheckedError extends Error {}

/** Runs checks in parallel, except for those that wait for others. Results are in the order of the list. */
export function runChecks(checks: Check[], given: Omit<Context, 'read'>): Promise<Result[]> {
  const context = { ...given, read: createReader(given.ask) }
  const running = new Map<string, Promise<Result>>()
  for (const check of checks) {
    // The list must contain a check after those that it waits for.
    const before = (check.after ?? []).map((name) => running.get(name) ?? Promise.reject(new Error(`no check ${name}`)))
    running.set(
      check.name,
      Promise.all(before).then((results) => runCheck(check, results, context)),
    )
  }
  return Promise.all(running.values())
}

function createReader(ask: Context['ask']): Context['read'] {
  const files = new Map<string, Promise<CheckResponse>>()
  return (url) => {
    const file = files.get(url) ?? ask(url)
    files.set(url, file)
    return file
  }
}

async function runCheck(check: Check, before: Result[], context: Context): Promise<Result> {
  const { name, needs = [] } = check
  const needed = typeof needs === 'function' ? needs(context.settings) : needs
  const missing = needed.filter((need) => [need].flat().every((setting) => !context.settings[setting]))
  if (missing.length > 0) {
    const list = missing.map((need) => [need].flat().join(' or '))
    return { name, state: 'not checked', reason: `needs ${list.join(', ')}` }
  }
  const first = before.find(({ state }) => state !== 'ok')
  if (first?.state === 'not checked') return { name, state: 'not checked', reason: first.reason }
  if (first) return { name, state: 'not checked', reason: `waits for "${first.name}"` }
  try {
    const problems = await check.run(context)
    if (!Array.isArray(problems)) return { name, state: 'ok', note: problems.note }
    return problems.length === 0 ? { name, state: 'ok' } : { name, state: 'wrong', problems }
  } catch (error) {
    if (error instanceof NotCheckedError) return { name, state: 'not checked', reason: error.message }
    if (error instanceof NoResponseError) return { name, state: 'wrong', problems: [error.problem] }
    throw error
  }
}

/** The size limit of a response, above the largest file of a bundle. */
const MAX_ANSWER_BYTES = 10 * 1024 * 1024

/** The number of concurrent requests. More would be a load test, and a slow response isn't a fault. */
const AT_ONCE = 4

export function createSender(
  fetch: typeof globalThis.fetch,
  timeoutMs: number,
  now: Context['now'] = () => new Date(),
): Context['ask'] {
  const turns = Array.from({ length: AT_ONCE }, () => Promise.resolve<unknown>(null))
  let asked = 0
  return (url, init = {}) => {
    const turn = asked++ % AT_ONCE
    const answer = (turns[turn] as Promise<unknown>).then(() => send(url, init))
    turns[turn] = answer.catch(() => {})
    return answer
  }

  async function send(url: string, init: RequestInit): Promise<CheckResponse> {
    const signal = AbortSignal.timeout(timeoutMs)
    const begun = now().getTime()
    try {
      const request = () => fetch(url, { ...init, redirect: 'manual', signal })
      // The server can close a reused connection at the moment of a new request.
      const response = await request().catch((error) =>
        ['ECONNRESET', 'UND_ERR_SOCKET'].includes(getCode(error)) ? request() : Promise.reject(error),
      )
      const text = await readText(response, signal)
      const tookMs = now().getTime() - begun
      return { url, status: response.status, headers: response.headers, text, json: parse(text), tookMs }
    } catch (error) {
      throw new NoResponseError({
        what: signal.aborted ? `No response within ${timeoutMs / 1000} s.` : `The request failed: ${getReason(error)}.`,
        where: url,
        fix: 'Check that the address is correct and the host is up, then run the doctor again',
      })
    }
  }
}

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    signal.throwIfAborted()
    size += chunk.byteLength
    if (size > MAX_ANSWER_BYTES) throw new Error('the response is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const REASONS: Record<string, string> = {
  ENOTFOUND: 'host not found (is the address mistyped, or the project deleted or paused?)',
  EAI_AGAIN: 'DNS lookup failed (is this machine online?)',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  CERT_HAS_EXPIRED: 'the TLS certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate belongs to another host',
}

/** Returns the reason for an error without its message, because the message can contain a header. */
export function getReason(error: unknown): string {
  const code = getCode(error)
  return REASONS[code] ?? (code || 'unknown error')
}

function getCode(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
}

/** Lists the first three of a long list. */
export const listSomeNames = (names: readonly string[]) =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')}, and ${names.length - 3} more` : names.join(', ')

/**
 * Returns the JSON object of a response. Throws NoResponseError for any other body. A web page instead of JSON usually
 * means a wrong URL.
 */
export function readObject(answer: CheckResponse, fix: string): Record<string, unknown> {
  if (typeof answer.json === 'object' && answer.json !== null) return answer.json as Record<string, unknown>
  const kind = /^\s*</.test(answer.text) ? 'a web page' : 'invalid JSON'
  throw new NoResponseError({
    what: `Expected JSON, but received ${kind} (HTTP ${answer.status}).`,
    where: answer.url,
    fix,
  })
}
