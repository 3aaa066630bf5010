// Lets tests move the database's time. Every function reads private.clock(), which returns now(). In the tests' databases alone,
// private.clock() reads a setting first. The setting ends with its statement or its transaction, so each of many connections can
// have its own time.

const SETTING = 'test.now'

/** Makes private.clock() return the time that a test sets, and now() without one. */
export const MOVABLE_CLOCK = `create or replace function private.clock() returns timestamptz
  language sql stable set search_path = '' as $$
    select coalesce(nullif(current_setting('${SETTING}', true), '')::timestamptz, now())
  $$`

/** The header in which the tests' API servers send the time with each call of a database function. */
export const CLOCK_HEADER = 'x-test-now'

/** Sets the time to `$1` until the transaction ends. */
export const TIME_PATH = `select set_config('${SETTING}', $1, true)`

/**
 * Returns a statement that computes `expression` as the column `answer`. The clock reads `moment`, also an SQL expression, during
 * this statement only.
 */
export const getResponseAt = (expression: string, moment: string): string =>
  `with said as materialized (select set_config('${SETTING}', (${moment})::text, true)),
    made as materialized (select ${expression} as answer from said),
    unsaid as materialized (select set_config('${SETTING}', '', true) from made)
  select answer from made, unsaid`
