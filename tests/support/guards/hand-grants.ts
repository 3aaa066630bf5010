import { call, readCreditBalances } from '../../harness/ledger/calls.ts'
import { signUp } from '../../harness/ledger/users.ts'
import { catchSqlError, runInRolledBackSavepoint, type Sql } from '../../harness/sql.ts'
import { expectSame, type Probe } from './setting.ts'

const byHand = (sql: Sql, user: string, amount: number, reason: string, key = 'hand-1') =>
  call<string>(sql, 'private.grant_credits_to($1, $2, $3, $4)', [user, amount, reason, key])

/** Bypasses the trigger that copies the email from the sign-in. */
async function setEmail(sql: Sql, userId: string, email: string): Promise<void> {
  await sql('alter table public.users disable trigger users_protect')
  await sql('update public.users set email = $2 where id = $1', [userId, email])
  await sql('alter table public.users enable trigger users_protect')
}

/** Creates another user with the same email, as after a deleted account or with single sign-on. */
async function signUpAgain(sql: Sql, email: string): Promise<string> {
  const id = await signUp(sql)
  await sql(`insert into public.users (id, email) values ($1, '')`, [id])
  await setEmail(sql, id, email)
  return id
}

export const HAND_GRANT_PROBES: Record<string, Probe> = {
  'grants credits in one SQL call that reports its result or the fault': async ({ sql, owner }) => {
    const email = `${owner}@example.com`
    expectSame(await byHand(sql, email, 600, 'Prize'), `Granted 600 credits to ${email}, who now has 1540.`)
    expectSame(
      await byHand(sql, email, 600, 'Prize'),
      `Granted before with this key: nothing was added. ${email} has 1540 credits.`,
    )
    const [row] = await sql(
      `select source = session_user as by, description from private.credit_entries where type = 'admin_grant'`,
    )
    expectSame(row, { by: true, description: 'Prize' })
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
      const message = (await runInRolledBackSavepoint(sql, () => catchSqlError(work())))?.message ?? 'done'
      if (!sentence.test(message)) throw new Error(message)
    }
    expectSame((await readCreditBalances(sql, owner)).total_credits, 1540)
    // Each call without a key is a separate grant.
    await sql(`select private.grant_credits_to($1, 5, 'x'), private.grant_credits_to($1, 5, 'x')`, [owner])
    expectSame((await readCreditBalances(sql, owner)).total_credits, 1550)
  },
}
