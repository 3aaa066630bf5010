// npm run credits:settings [-- --sign-up 60 --daily-per-user 660 --daily-budget off --new-jobs off]: changes these settings
// and prints all. They apply to new jobs; nothing is deployed.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { fail, openProject } from './project.ts'

const text = { type: 'string' } as const
const USAGE =
  'npm run credits:settings [-- --sign-up N] [--daily-per-user N|off] [--daily-budget N|off] [--new-jobs on|off]'

function readChanges(): Record<string, unknown> {
  const options = { 'sign-up': text, 'daily-per-user': text, 'daily-budget': text, 'new-jobs': text }
  try {
    const { values } = parseArgs({ options })
    return {
      ...change('sign_up_credits', values['sign-up'], { off: 0 }),
      ...change('daily_credits_per_user', values['daily-per-user'], { off: null }),
      ...change('daily_credits_budget', values['daily-budget'], { off: null }),
      ...change('new_jobs', values['new-jobs'], { on: true, off: false }),
    }
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

function change(name: string, value: string | undefined, words: Record<string, unknown>): Record<string, unknown> {
  if (value === undefined) return {}
  if (value in words) return { [name]: words[value] }
  if ('on' in words || !/^\d{1,9}$/.test(value)) throw new Error(`"${value}" is no value of it.`)
  return { [name]: Number(value) }
}

const changes = readChanges()
const project = openProject()
const settings = await project.call(
  'credit_settings',
  { p_changes: changes },
  z.object({
    sign_up_credits: z.number(),
    daily_credits_per_user: z.number().nullable(),
    daily_credits_budget: z.number().nullable(),
    new_jobs: z.boolean(),
  }),
)
console.log(`At ${project.url}:`)
console.log(`  credits of a new account        ${settings.sign_up_credits}`)
console.log(`  credits per user and day        ${settings.daily_credits_per_user ?? 'no limit'}`)
console.log(`  credits per day over everybody  ${settings.daily_credits_budget ?? 'no limit'}`)
console.log(`  new jobs                        ${settings.new_jobs ? 'on' : 'off: refused, running ones finish'}`)
