import type { Sql } from '../../harness/sql.ts'

/** A user's credit totals, each read from the table that stores it. */
export interface Books {
  granted: number
  captured: number
  available: number
  held: number
  entries: number
  /** users.credits. Null before the first sign-in. */
  mirror: number | null
}

const READ = `
  select u.id,
    coalesce(e.granted, 0)::float8 as granted, coalesce(e.captured, 0)::float8 as captured, coalesce(e.entries, 0)::int as entries,
    coalesce(e.held, 0)::float8 as held_by_entries, coalesce(a.available, 0) as available, coalesce(a.held, 0) as held,
    (select coalesce(sum(h.amount), 0)::float8 from private.credit_holds h where h.user_id = u.id and h.state in ('open', 'started')) as open_holds,
    (select coalesce(max(outcomes), 0)::int from (
      select count(*) as outcomes from private.credit_entries o
      where o.user_id = u.id and o.kind in ('capture', 'release') group by o.job_id) per_job) as most_outcomes,
    p.credits as mirror
  from unnest($1::uuid[]) as u (id)
  left join private.credit_accounts a on a.user_id = u.id
  left join public.users p on p.id = u.id
  left join lateral (
    select count(*) as entries, sum(amount) filter (where kind = 'grant') as granted, sum(amount) filter (where kind = 'capture') as captured,
      sum(case kind when 'hold' then amount when 'grant' then 0 else -amount end) as held
    from private.credit_entries where user_id = u.id) e on true`

interface Row extends Books {
  id: string
  held_by_entries: number
  open_holds: number
  most_outcomes: number
}

/** Reads the books of these users. Throws if a user's books don't add up. */
export async function readBooks(sql: Sql, userIds: readonly string[]): Promise<Books[]> {
  const rows = await sql<Row>(READ, [`{${userIds.join(',')}}`])
  return userIds.map((id) => {
    const row = rows.find((candidate) => candidate.id === id)
    if (!row) throw new Error(`No books of ${id}`)
    const { granted, captured, available, held, entries, mirror } = row
    const faults = [
      available + held + captured !== granted && 'available + held + captured is not what was granted',
      held !== row.held_by_entries && 'held is not what the entries say',
      held !== row.open_holds && 'held is not the sum of the open holds',
      row.most_outcomes > 1 && 'a job has two outcomes',
      (available < 0 || held < 0) && 'something is negative',
      mirror !== null && mirror !== available && 'users.credits is not what can be spent',
    ].filter((fault) => fault !== false)
    if (faults.length > 0) throw new Error(`${faults.join('; ')}: ${JSON.stringify(row)}`)
    return { granted, captured, available, held, entries, mirror }
  })
}
