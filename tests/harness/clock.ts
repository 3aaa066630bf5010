// Lets tests move the database's time. Every function reads private.clock(), which returns now(). In the tests' databases alone it
// reads a setting first. The setting ends with its statement or its transaction, so many connections may each have a time.

const SETTING = 'test.now'

/** Has private.clock() return the time that a test says, if it says one. */
export const MOVABLE_CLOCK = `create or replace function private.clock() returns timestamptz
  language sql stable set search_path = '' as $$
    select coalesce(nullif(current_setting('${SETTING}', true), '')::timestamptz, now())
  $$`

/** The header in which the tests' API servers say the time with each call of a database function. */
export const CLOCK_HEADER = 'x-test-now'

/** Says the time `$1` until the transaction ends. */
export const TIME_PATH = `select set_config('${SETTING}', $1, true)`

/** A statement that computes `expression`, as the column `answer`, while the clock reads `moment` (SQL too), and no longer. */
export const getResponseAt = (expression: string, moment: string): string =>
  `with said as materialized (select set_config('${SETTING}', (${moment})::text, true)),
    made as materialized (select ${expression} as answer from said),
    unsaid as materialized (select set_config('${SETTING}', '', true) from made)
  select answer from made, unsaid`
