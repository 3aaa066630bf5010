// Implements `npm run credits:grant -- --user ada@example.com --amount 600 --reason "Prize"`. It finds the user, asks
// for confirmation, and grants the credits once. With `--key KEY`, repeated calls grant only once. `--by NAME` is
// stored in the ledger. `--yes` skips the confirmation.

import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { trimText } from '../../supabase/functions/_shared/contract/visible-text.ts'
import { fail, openProject } from './project.ts'

const MAX_AMOUNT = 1_000_000
const MAX_REASON_LENGTH = 200
const USAGE =
  'npm run credits:grant -- --user ada@example.com --amount 600 --reason "Prize" [--key KEY] [--by NAME] [--yes]'

function readOptions() {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      options: {
        user: text,
        amount: text,
        reason: text,
        key: text,
        by: text,
        yes: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

const {
  user: asked = '',
  amount: given = '',
  reason = '',
  key = randomUUID(),
  by = userInfo().username,
  yes,
} = readOptions()
const amount = /^\d{1,7}$/.test(given) ? Number(given) : 0
if (!trimText(asked)) fail(`Missing --user: an email address or user ID.\n${USAGE}`)
if (amount < 1 || amount > MAX_AMOUNT) fail(`--amount must be a whole number from 1 to ${MAX_AMOUNT}.\n${USAGE}`)
if (!trimText(reason) || reason.length > MAX_REASON_LENGTH)
  fail(
    `Missing or too long --reason: 1 to ${MAX_REASON_LENGTH} characters, which the user sees in the statement.\n${USAGE}`,
  )

const person = z.object({ id: z.string(), email: z.string(), name: z.string(), credits: z.number() })
const project = openProject()
const found = await project.call('find_credit_users', { p_user: asked }, z.array(person))
const [user] = found
if (!user) fail(`No user with the email address or ID ${asked} has signed in. No credits were granted.`)
if (found.length > 1)
  fail(`Several users have the email address ${asked}. Pass one of their IDs: ${found.map(({ id }) => id).join(', ')}`)

console.log(
  `${project.url}: grant ${amount} credits to ${user.name} <${user.email}> (${user.id}). Current balance: ${user.credits} credits.`,
)
console.log(`Reason: ${trimText(reason)}`)
if (!yes) {
  if (!process.stdin.isTTY)
    fail('No credits were granted: this is not an interactive terminal. Pass --yes to skip the confirmation.')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await lines.question("Continue? A grant can't be undone. (yes/no) ")
  lines.close()
  if (!/^y(es)?$/i.test(answer.trim())) fail('Canceled. No credits were granted.')
}

const OUTCOMES = ['granted', 'exists', 'key_mismatch', 'no_user', 'bad_amount', 'bad_reason', 'balance_full'] as const
const answer = await project.call(
  'grant_admin_credits',
  { p_user_id: user.id, p_amount: amount, p_reason: reason, p_admin: by, p_key: key },
  z.object({ outcome: z.enum(OUTCOMES), user: person.nullable() }),
)
const balance = answer.user?.credits
switch (answer.outcome) {
  case 'granted':
    console.log(`Granted ${amount} credits to ${user.email}. New balance: ${balance} credits.`)
    break
  case 'exists':
    console.log(`Already granted with this key. No credits were added. Balance of ${user.email}: ${balance} credits.`)
    break
  case 'key_mismatch':
    fail('This key was already used for a different grant. No credits were granted.')
    break
  case 'balance_full':
    fail('The new balance would exceed the limit. No credits were granted.')
    break
  default:
    fail(`The database refused the grant (${answer.outcome}). No credits were granted.`)
}
