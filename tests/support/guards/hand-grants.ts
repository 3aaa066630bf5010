// Answers of the administrator's grants.
import { randomUUID } from 'node:crypto'
import { call, grantCredits, readCreditBalances } from '../../harness/ledger/calls.ts'
import { signUp } from '../../harness/ledger/people.ts'
import { attempt, buildRefusal, type Sql } from '../../harness/sql.ts'
import { type Probe, same } from './setting.ts'

interface User {
  id: string
  email: string
  name: string
  credits: number
}
const find = (sql: Sql, user: string) => call<User[]>(sql, 'public.find_credit_users($1)', [user])

const GOOD = { amount: 600, reason: 'Prize', admin: 'grace', key: 'key-1' }
const grant = (sql: Sql, userId: string, over: Partial<Record<keyof typeof GOOD, unknown>> = {}) => {
  const { amount, reason, admin, key } = { ...GOOD, ...over }
  return call<{ outcome: string; user: User | null }>(sql, 'public.grant_admin_credits($1, $2, $3, $4, $5)', [
    userId,
    amount,
    reason,
    admin,
    key,
  ])
}
const byHand = (sql: Sql, user: string, amount: number, reason: string, key = 'hand-1') =>
  call<string>(sql, 'private.grant_credits_to($1, $2, $3, $4)', [user, amount, reason, key])

/** Writes past the trigger that takes the address from the sign-in. */
async function setEmail(sql: Sql, userId: string, email: string): Promise<void> {
  await sql('alter table public.users disable trigger users_protect')
  await sql('update public.users set email = $2 where id = $1', [userId, email])
  await sql('alter table public.users enable trigger users_protect')
}

/** Another user with the same address: whose account had it before, or has it by single sign-on. */
async function signUpAgain(sql: Sql, email: string): Promise<string> {
  const id = await signUp(sql)
  await sql(`insert into public.users (id, email) values ($1, '')`, [id])
  await setEmail(sql, id, email)
  return id
}

export const HAND_GRANT_PROBES: Record<string, Probe> = {
  'a user is found by the whole email address in any case, or by id, with the balance': async ({ sql, owner }) => {
    const user = { id: owner, email: `${owner}@example.com`, name: 'Ada', credits: 940 }
    for (const asked of [user.email, ` ${user.email.toUpperCase()} `, owner, owner.toUpperCase()]) {
      same(await find(sql, asked), [user])
    }
    for (const asked of ['', ' ', owner.slice(0, 8), '@example.com', '%', 'nobody@example.com']) {
      same(await find(sql, asked), [])
    }
    const second = await signUpAgain(sql, user.email)
    same((await find(sql, user.email)).map(({ id }) => id).sort(), [owner, second].sort())
    await setEmail(sql, second, '')
    same(await find(sql, ''), [])
  },
  'the administrator grants once per key, and the ledger has the name and the reason': async ({ sql, owner }) => {
    same(await grant(sql, owner, { reason: ' Prize ' }), {
      outcome: 'granted',
      user: { id: owner, email: `${owner}@example.com`, name: 'Ada', credits: 1540 },
    })
    same((await grant(sql, owner)).outcome, 'exists')
    same((await grant(sql, owner, { amount: 601 })).outcome, 'key_mismatch')
    same((await readCreditBalances(sql, owner)).total_credits, 1540)
    same(
      await sql(
        `select amount, type, source, description from private.credit_entries where user_id = $1 and type = 'admin_grant'`,
        [owner],
      ),
      [{ amount: 600, type: 'admin_grant', source: 'grace', description: 'Prize' }],
    )
    same((await grant(sql, owner, { key: 'key-2' })).outcome, 'granted')
    // A key that somebody chose takes none from grants of another kind, such as those of a sign-up.
    same(await grantCredits(sql, owner, 5, 'key-3'), 'granted')
    same((await grant(sql, owner, { key: 'key-3' })).outcome, 'granted')
  },
  'a grant of no sensible amount, without a reason or to nobody adds nothing': async ({ sql, owner, newcomer }) => {
    for (const amount of [0, -1, 1_000_001, null]) same((await grant(sql, owner, { amount })).outcome, 'bad_amount')
    for (const reason of ['', '  ', 'x'.repeat(201), null]) {
      same((await grant(sql, owner, { reason })).outcome, 'bad_reason')
    }
    same(await grant(sql, randomUUID()), { outcome: 'no_user', user: null })
    // Who has never signed in is no user yet.
    same((await grant(sql, newcomer)).outcome, 'no_user')
    await sql('update private.credit_accounts set available = 2147483000 where user_id = $1', [owner])
    // The second would leave no room for what is held.
    for (const amount of [1_000_000, 640]) same((await grant(sql, owner, { amount })).outcome, 'balance_full')
    same(await sql(`select 1 from private.credit_entries where type = 'admin_grant'`), [])
    same((await grant(sql, owner, { amount: 1 })).outcome, 'granted')
  },
  'by hand it is one call, which says what it did, or what is wrong': async ({ sql, owner }) => {
    const email = `${owner}@example.com`
    same(await byHand(sql, email, 600, 'Prize'), `Granted 600 credits to ${email}, who now has 1540.`)
    same(
      await byHand(sql, email, 600, 'Prize'),
      `Granted before with this key: nothing was added. ${email} has 1540 credits.`,
    )
    const [row] = await sql(
      `select source = session_user as by, description from private.credit_entries where type = 'admin_grant'`,
    )
    same(row, { by: true, description: 'Prize' })
    const second = await signUpAgain(sql, email)
    const refused: [work: () => Promise<unknown>, sentence: RegExp][] = [
      [
        () => byHand(sql, 'nobody@example.com', 5, 'x'),
        /^No user with .* "nobody@example.com" .* Nothing was granted\.$/,
      ],
      [() => byHand(sql, email, 5, 'x'), new RegExp(`^Several users .*give the id.*${second}`)],
      [() => byHand(sql, owner, 0, 'x', 'other'), /^Give 1 to 1000000 credits\. Nothing/],
      [() => byHand(sql, owner, 5, ' ', 'other'), /^Give a reason of 1 to 200 characters\. Nothing/],
      [() => byHand(sql, owner, 5, 'x'), /^This key was used for another grant\. Nothing/],
    ]
    for (const [work, sentence] of refused) {
      const message = (await attempt(sql, () => buildRefusal(work())))?.message ?? 'done'
      if (!sentence.test(message)) throw new Error(message)
    }
    same((await readCreditBalances(sql, owner)).total_credits, 1540)
    // Without a key every call is a grant of its own.
    await sql(`select private.grant_credits_to($1, 5, 'x'), private.grant_credits_to($1, 5, 'x')`, [owner])
    same((await readCreditBalances(sql, owner)).total_credits, 1550)
  },
}
