// Every guard of the database on a real PostgreSQL, and every one of them taken out: something must fail then.
import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres, type Postgres } from '../../../harness/postgres.ts'
import { attempt, runUndone, type Sql } from '../../../harness/sql.ts'
import { readBodyMutations, UNNOTICED } from '../../support/guards/body-mutations.ts'
import { type Mutation, readCatalogueMutations } from '../../support/guards/catalogue-mutations.ts'
import { LINT_PROBES } from '../../support/guards/lints.ts'
import { firstFailure, type ProbeRun, runProbes } from '../../support/guards/probes.ts'
import { RACE_EDITS } from '../../support/guards/race-mutations.ts'
import { prepareSetting } from '../../support/guards/setting.ts'
import { ACCOUNT_RACES } from '../../support/races/account-races.ts'
import { AGE_RACES } from '../../support/races/age-races.ts'
import { MONEY_RACES } from '../../support/races/money-races.ts'
import { OTHER_RACES } from '../../support/races/other-races.ts'
import { widenWindows } from '../../support/races/overlap.ts'
import { SPENDING_RACES } from '../../support/races/spending-races.ts'
import { WEBHOOK_RACES } from '../../support/races/webhook-races.ts'
import { editFunction } from '../../support/server/mutate.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(() => postgres?.remove())

/** A connection to a database of its own, with every guard in place; it counts the calls of functions. */
async function openGuarded(): Promise<Sql> {
  const db = await postgres.createDatabase()
  const { sql } = await db.connect('none')
  await sql(`set track_functions = 'all'`)
  await sql(`set role postgres`)
  return sql
}

it('fails a probe for each guard that is taken out but those listed, and none while every guard is in place', {
  timeout: 600_000,
}, async () => {
  const sql = await openGuarded()
  const runs = await runProbes(sql)
  expect(runs.filter(({ failed }) => failed).map(({ name }) => name)).toEqual([])

  const mutations: Mutation[] = [...(await readCatalogueMutations(sql)), ...(await readBodyMutations(sql))]
  // Any probe may notice. Asked first: those that noticed what else was taken out of the function, then those that reach it, and
  // the quick before the slow.
  const quickest = runs.toSorted((one, other) => one.milliseconds - other.milliseconds)
  const names = quickest.map(({ name }) => name)
  const noticed = new Set<string>()
  const likeliestFirst = ({ fn = '' }: Mutation) => {
    const rank = ({ name, reached }: ProbeRun) => Number(noticed.has(`${fn} ${name}`)) + Number(reached.has(fn))
    // A probe that runs no line of the function can't miss one, unless the probe reads the function's text.
    const able = quickest.filter(({ name, reached }) => !fn || reached.has(fn) || name in LINT_PROBES)
    return able.toSorted((one, other) => rank(other) - rank(one)).map(({ name }) => name)
  }
  const left = mutations[Symbol.iterator]()
  let caught = 0
  const missed: string[] = []
  const unnoticed = new Set(Object.values(UNNOTICED).flat())
  /** Each lane takes the next guard out of a database of its own, in which everything else is prepared. */
  const takeOut = async () => {
    const sql = await openGuarded()
    const bare = await openGuarded()
    await sql('begin')
    const setting = await prepareSetting(sql)
    for (const mutation of left) {
      const look = () =>
        attempt(sql, async () => {
          await mutation.apply(sql)
          return firstFailure(setting, likeliestFirst(mutation))
        })
      // Few are missed in what was prepared without them only. That takes twice the time.
      const lookAgain = () =>
        runUndone(bare, async () => {
          await mutation.apply(bare)
          const setting = await prepareSetting(bare).catch(() => null)
          return setting ? firstFailure(setting, names) : 'no job can be made'
        })
      let by = await look()
      if (!unnoticed.has(mutation.name)) by ??= await lookAgain()
      else if (by !== null) {
        // One of 7,000 probes failed by chance once. The second look decides, and the log names the first one's probe.
        console.log(`${mutation.name} was noticed by: ${by}`)
        by = await look()
      }
      if (by === null) missed.push(mutation.name)
      else caught += 1
      noticed.add(`${mutation.fn} ${by}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, takeOut))
  // A number that CI shows.
  console.log(`${mutations.length} guards taken out one by one: ${caught} caught, ${missed.length} not`)
  // A condition that stands twice in a function has one name.
  expect([...new Set(missed)].sort()).toEqual([...unnoticed].sort())
  // A catalogue or a function that is read wrongly would have nothing to take out.
  expect(caught).toBeGreaterThan(500)
})

describe('taking out a guard against a race makes the race fail', () => {
  const RACES = { ...MONEY_RACES, ...OTHER_RACES, ...SPENDING_RACES, ...ACCOUNT_RACES, ...WEBHOOK_RACES, ...AGE_RACES }
  it.each(Object.entries(RACE_EDITS))('%s', async (name, edit) => {
    let isCaught = false
    // Without its guard a race may still end well by luck, now and then: each try has a database of its own.
    for (let tries = 0; tries < 8 && !isCaught; tries += 1) {
      const db = await postgres.createDatabase()
      await widenWindows(db.sql)
      await editFunction(db.sql, ...edit)
      isCaught = await Promise.resolve(RACES[name]?.(db)).then(
        () => false,
        () => true,
      )
      await db.drop()
    }
    expect(isCaught).toBe(true)
  })
})
