// Races between changes of the cast, and between the cast and a sweep of unused images.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { call } from '../../harness/ledger/calls.ts'
import { signUp } from '../../harness/ledger/users.ts'
import type { Sql } from '../../harness/sql.ts'
import type { Race } from './money-races.ts'
import { atOnce, count, overlap } from './overlap.ts'

interface Saved {
  outcome: string
}

async function addImage(sql: Sql, userId: string, usedAgo = '0 days'): Promise<string> {
  const id = randomUUID()
  await sql(
    'insert into private.images (id, user_id, sha256, path, used_at) values ($1::uuid, $2, $1, $1, now() - $3::interval)',
    [id, userId, usedAgo],
  )
  return id
}

const save = (sql: Sql, userId: string, name: string, images: string[], memberId: string | null = null) =>
  call<Saved>(sql, `public.save_cast_member($1, $2, 'character', $3, '', $4, 100)`, [
    userId,
    memberId,
    name,
    `{${images}}`,
  ])

export const CAST_RACES: Record<string, Race> = {
  'adds a 100th member to the cast once, however many calls add one at once': async (db) => {
    const userId = await signUp(db.sql, 0)
    const image = await addImage(db.sql, userId)
    await db.sql(
      `insert into private.cast_members (user_id, kind, name, note, created_at)
       select $1, 'place', 'Place ' || number, '', now() from generate_series(1, 99) as number`,
      [userId],
    )
    const answers = await atOnce(db, 8, (sql, index) => save(sql, userId, `Mara ${index}`, [image]))
    expect(count(answers.map(({ outcome }) => outcome))).toEqual({ saved: 1, too_many: 7 })
  },

  'gives a name to one member of the cast, however many calls want it at once': async (db) => {
    const userId = await signUp(db.sql, 0)
    const image = await addImage(db.sql, userId)
    const answers = await atOnce(db, 8, (sql) => save(sql, userId, 'Mara', [image]))
    expect(count(answers.map(({ outcome }) => outcome))).toEqual({ saved: 1, exists: 7 })
  },

  'keeps an old image that the cast is taking while a sweep looks for unused ones': async (db) => {
    const userId = await signUp(db.sql, 0)
    const image = await addImage(db.sql, userId, '2 days')
    const { first, second } = await overlap(
      db,
      { run: (sql) => save(sql, userId, 'Mara', [image]) },
      { run: (sql) => call<{ id: string }[]>(sql, 'public.claim_unused_images($1)', [1000]) },
    )
    expect(first.outcome).toBe('saved')
    expect(second.map(({ id }) => id)).not.toContain(image)
    // A sweep that read the row before the lock checks the time again.
    const fresh = `select 1 from private.images where id = $1 and used_at > now() - interval '1 minute'`
    expect(await db.sql(fresh, [image])).toHaveLength(1)
    const later = await call<{ id: string }[]>(db.sql, 'public.claim_unused_images($1)', [1000])
    expect(later.map(({ id }) => id)).not.toContain(image)
  },

  'refuses an image for the cast that a sweep is deleting': async (db) => {
    const userId = await signUp(db.sql, 0)
    const image = await addImage(db.sql, userId, '2 days')
    const { waited, second } = await overlap(
      db,
      { run: (sql) => call<{ id: string }[]>(sql, 'public.claim_unused_images($1)', [1000]) },
      { run: (sql) => save(sql, userId, 'Mara', [image]) },
    )
    expect([waited, second.outcome]).toEqual([true, 'image_gone'])
    expect(await db.sql('select 1 from private.cast_members where user_id = $1', [userId])).toEqual([])
  },

  'changes the images of a member while a job locks the same images, without a deadlock': async (db) => {
    const userId = await signUp(db.sql, 0)
    const [low = '', high = ''] = [await addImage(db.sql, userId), await addImage(db.sql, userId)].sort()
    await save(db.sql, userId, 'Mara', [low])
    const [member] = await db.sql<{ id: string }>('select id from private.cast_members where user_id = $1', [userId])
    const lock = (sql: Sql, image: string) => sql('select from private.images where id = $1 for no key update', [image])
    const [start, change] = [await db.connect('service_role'), await db.connect('service_role')]
    await start.sql('begin')
    await lock(start.sql, low)
    const ended = save(change.sql, userId, 'Mara', [high], member?.id)
    ended.catch(() => {})
    await db.sql('select pg_sleep(0.2)')
    await lock(start.sql, high)
    await start.sql('commit')
    expect((await ended).outcome).toBe('saved')
    await Promise.all([start.close(), change.close()])
  },
}
