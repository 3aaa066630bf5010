// Implements `npm run credits:settings [-- --sign-up 60 --daily-per-user 660 --daily-budget off --new-jobs off]`. It
// changes these settings and prints all of them. They apply to new jobs without a deployment.
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { fail, openProject } from './project.ts'

const text = { type: 'string' } as const
const USAGE =
  'npm run credits:settings [-- --sign-up N|off] [--daily-per-user N|off] [--daily-budget N|off] [--new-jobs on|off]'

/** The highest sign-up credits that the database accepts. */
const MAX_SIGN_UP = 100_000
/** The highest daily limit, which fits a database integer. */
const MAX_DAILY = 999_999_999

function readChanges(): Record<string, unknown> {
  const options = { 'sign-up': text, 'daily-per-user': text, 'daily-budget': text, 'new-jobs': text }
  try {
    const { values } = parseArgs({ options })
    const change = (name: string, option: keyof typeof options, read: (option: string, value: string) => unknown) => {
      const value = values[option]
      return value === undefined ? {} : { [name]: read(`--${option}`, value) }
    }
    return {
      ...change('sign_up_credits', 'sign-up', readSignUp),
      ...change('daily_credits_per_user', 'daily-per-user', readDaily),
      ...change('daily_credits_budget', 'daily-budget', readDaily),
      ...change('new_jobs', 'new-jobs', readSwitch),
    }
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

const readSignUp = (option: string, value: string) => (value === 'off' ? 0 : readNumber(option, value, 0, MAX_SIGN_UP))
const readDaily = (option: string, value: string) => (value === 'off' ? null : readNumber(option, value, 1, MAX_DAILY))

function readNumber(option: string, value: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : -1
  if (number >= min && number <= max) return number
  throw new Error(`${option} must be a whole number from ${min} to ${max}, or off (got "${value}").`)
}

function readSwitch(option: string, value: string): boolean {
  if (value === 'on' || value === 'off') return value === 'on'
  throw new Error(`${option} must be on or off (got "${value}").`)
}

const changes = readChanges()
const project = openProject()
const settings = await project.call(
  'credit_settings',
  { p_changes: changes, p_admin: userInfo().username },
  z.object({
    sign_up_credits: z.number(),
    daily_credits_per_user: z.number().nullable(),
    daily_credits_budget: z.number().nullable(),
    new_jobs: z.boolean(),
  }),
)
console.log(`Credit settings at ${project.url}:`)
console.log(`  credits for a new account       ${settings.sign_up_credits}`)
console.log(`  credits per user per day        ${settings.daily_credits_per_user ?? 'no limit'}`)
console.log(`  credits per day for all users   ${settings.daily_credits_budget ?? 'no limit'}`)
console.log(`  new jobs                        ${settings.new_jobs ? 'on' : 'off (videos in progress continue)'}`)
