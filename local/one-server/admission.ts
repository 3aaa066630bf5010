// Decides who may use a server for a team: the addresses in ALLOWED_EMAILS, and all addresses of ALLOWED_DOMAINS.
import { readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { StartError } from '../start-error.ts'

export interface Admission {
  admits(email: string): boolean
  /** Lists the admitted addresses, and the admitted domains with an `@` in front. In lower case. */
  list(): string[]
}

const NAMES = ['ALLOWED_EMAILS', 'ALLOWED_DOMAINS'] as const

interface Lists {
  emails: ReadonlySet<string>
  domains: ReadonlySet<string>
}

/**
 * Reads the lists at each call, so that a change of `.env` counts at once. A value of the environment itself only changes with a
 * restart. An unreadable file keeps the lists that were read last. Throws StartError for a list that has no valid entry now.
 * @param env the environment before `.env` was loaded into it
 */
export function createAdmission(
  env: NodeJS.ProcessEnv,
  file: string,
  report: (sentence: string) => void = console.error,
): Admission {
  let lists = readLists({ ...readFile(file), ...pick(env) })
  let readAt = getTime(file)
  const read = (): Lists => {
    const changedAt = getTime(file)
    if (changedAt !== readAt) {
      readAt = changedAt
      try {
        lists = readLists({ ...readFile(file), ...pick(env) })
      } catch (error) {
        report(error instanceof Error ? error.message : String(error))
      }
    }
    return lists
  }
  return {
    admits(email) {
      const { emails, domains } = read()
      const address = email.toLowerCase()
      const at = address.lastIndexOf('@')
      return emails.has(address) || (at > 0 && domains.has(address.slice(at + 1)))
    },
    list() {
      const { emails, domains } = read()
      return [...emails, ...[...domains].map((domain) => `@${domain}`)]
    },
  }
}

const pick = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(NAMES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))

function readFile(file: string): NodeJS.Dict<string> {
  return getTime(file) === 0 ? {} : parseEnv(readFileSync(file, 'utf8'))
}

function getTime(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function readLists({ ALLOWED_EMAILS = '', ALLOWED_DOMAINS = '' }: NodeJS.Dict<string>): Lists {
  const emails = split(ALLOWED_EMAILS)
  const domains = split(ALLOWED_DOMAINS).map((domain) => domain.replace(/^@/, ''))
  const wrong =
    emails.find((email) => !/^[^\s@]+@[^\s@]+$/.test(email)) ??
    domains.find((domain) => !/^[^\s@*]+\.[^\s@*]+$/.test(domain))
  if (wrong !== undefined)
    throw new StartError(
      `"${wrong}" in ALLOWED_EMAILS or ALLOWED_DOMAINS is neither an email address nor a domain. Write them like "ada@example.com, ben@example.com" and "example.com".`,
    )
  if (emails.length + domains.length === 0)
    throw new StartError('ALLOWED_EMAILS and ALLOWED_DOMAINS are empty, so nobody could sign in. Set one of them.')
  return { emails: new Set(emails), domains: new Set(domains) }
}

const split = (list: string) =>
  list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
