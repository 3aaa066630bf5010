// npm run credits:grant -- --user ada@example.com --amount 600 --reason "Prize": finds the user, asks, and grants once.
// --key KEY makes a call repeatable; --by NAME is stored in the ledger; --yes does not ask.
import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
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
if (!asked.trim()) fail(`Missing --user: an email address or user ID.\n${USAGE}`)
if (amount < 1 || amount > MAX_AMOUNT) fail(`--amount takes a whole number from 1 to ${MAX_AMOUNT}.\n${USAGE}`)
if (!reason.trim() || reason.length > MAX_REASON_LENGTH)
  fail(`Say why: --reason with 1 to ${MAX_REASON_LENGTH} characters. The user reads it in the statement.\n${USAGE}`)

const person = z.object({ id: z.string(), email: z.string(), name: z.string(), credits: z.number() })
const project = openProject()
const found = await project.call('find_credit_users', { p_user: asked }, z.array(person))
const [user] = found
if (!user) fail(`Nobody with the email address or id ${asked} has ever signed in. Nothing was granted.`)
if (found.length > 1)
  fail(`Several users have the address ${asked}. Give the id of one: ${found.map(({ id }) => id).join(', ')}`)

console.log(
  `At ${project.url}: ${amount} credits for ${user.name} <${user.email}> (${user.id}), who has ${user.credits}.`,
)
console.log(`Reason: ${reason.trim()}`)
if (!yes) {
  if (!process.stdin.isTTY)
    fail('No credits were granted: this is not an interactive terminal. Pass --yes to skip the confirmation.')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await lines.question('Grant them? It cannot be undone. (yes/no) ')
  lines.close()
  if (!/^y(es)?$/i.test(answer.trim())) fail('Nothing was granted.')
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
    console.log(`Granted ${amount} credits to ${user.email}, who now has ${balance}.`)
    break
  case 'exists':
    console.log(`Granted before with this key: nothing was added. ${user.email} has ${balance} credits.`)
    break
  case 'key_mismatch':
    fail('This key was already used for a different grant. No credits were granted.')
    break
  case 'balance_full':
    fail('The account cannot hold that many credits more. Nothing was granted.')
    break
  default:
    fail(`The database refused it (${answer.outcome}). Nothing was granted.`)
}
