// Races between changes of the cast, between the cast and a sweep of unused files, and between the cast and jobs that name it.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { call, settleJob, startJob } from '../../harness/ledger/calls.ts'
import { signUp } from '../../harness/ledger/users.ts'
import { catchSqlError, type Sql } from '../../harness/sql.ts'
import type { Race } from './money-races.ts'
import { atOnce, count, overlap } from './overlap.ts'

interface Saved {
  outcome: string
  member?: { id: string; voice: { id: string } | null }
}

/** Adds an image, or a voice of `seconds`. */
async function addImage(sql: Sql, userId: string, usedAgo = '0 days', seconds: number | null = null): Promise<string> {
  const id = randomUUID()
  await sql(
    'insert into private.files (id, user_id, sha256, path, used_at, seconds) values ($1::uuid, $2, $1, $1, now() - $3::interval, $4)',
    [id, userId, usedAgo, seconds],
  )
  return id
}
const addVoice = (sql: Sql, userId: string, usedAgo = '0 days') => addImage(sql, userId, usedAgo, 3)

/** Adds a member, or changes the one with this ID. A voice of undefined keeps its voice. */
const save = (
  sql: Sql,
  userId: string,
  name: string,
  images: string[] | null,
  { memberId = null, voice }: { memberId?: string | null; voice?: string | null } = {},
) =>
  call<Saved>(sql, `public.save_cast_member($1, $2, 'character', $3, '', $4, 100, $5, $6)`, [
    userId,
    memberId,
    name,
    images && `{${images}}`,
    voice !== undefined,
    voice ?? null,
  ])

const remove = (sql: Sql, userId: string, memberId: string) =>
  call<boolean>(sql, 'public.delete_cast_member($1, $2)', [memberId, userId])
const sweep = (sql: Sql) => call<{ id: string }[]>(sql, 'public.claim_unused_files($1)', [1000])
const listIds = (claimed: { id: string }[]) => claimed.map(({ id }) => id)

/** Creates a user with a member of the cast, who has two images and a voice. */
async function createMember(sql: Sql) {
  const userId = await signUp(sql, 1000)
  const images = [await addImage(sql, userId), await addImage(sql, userId)]
  const voice = await addVoice(sql, userId)
  const answer = await save(sql, userId, 'Mara', images, { voice })
  return { userId, images, voice, memberId: answer.member?.id ?? '' }
}
type Member = Awaited<ReturnType<typeof createMember>>

/** Starts a job that names the member, and sends its images and its voice. */
const start = (sql: Sql, { userId, images, voice, memberId }: Member, jobId: string = randomUUID()) =>
  startJob(sql, {
    userId,
    jobId,
    inputs: {
      cast: [{ id: memberId, name: 'Mara' }],
      images: [
        ...images.map((id) => ({ role: 'character', id, member: memberId })),
        { role: 'voice', id: voice, member: memberId },
      ],
    },
  })
const readJobCast = (sql: Sql, jobId: string) =>
  sql(
    `select c.name, c.member_id, i.role, i.member_id as of_member from private.job_cast c
     join private.job_files i using (job_id) where job_id = $1 order by i.position`,
    [jobId],
  )

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
    const { first, second } = await overlap(db, { run: (sql) => save(sql, userId, 'Mara', [image]) }, { run: sweep })
    expect(first.outcome).toBe('saved')
    expect(second.map(({ id }) => id)).not.toContain(image)
    // A sweep that read the row before the lock checks the time again.
    const fresh = `select 1 from private.files where id = $1 and used_at > now() - interval '1 minute'`
    expect(await db.sql(fresh, [image])).toHaveLength(1)
    const later = await sweep(db.sql)
    expect(later.map(({ id }) => id)).not.toContain(image)
  },

  'refuses an image for the cast that a sweep is deleting': async (db) => {
    const userId = await signUp(db.sql, 0)
    const image = await addImage(db.sql, userId, '2 days')
    const { waited, second } = await overlap(db, { run: sweep }, { run: (sql) => save(sql, userId, 'Mara', [image]) })
    expect([waited, second.outcome]).toEqual([true, 'image_gone'])
    expect(await db.sql('select 1 from private.cast_members where user_id = $1', [userId])).toEqual([])
  },

  'changes the images of a member while a job locks the same images, without a deadlock': async (db) => {
    const userId = await signUp(db.sql, 0)
    const [low = '', high = ''] = [await addImage(db.sql, userId), await addImage(db.sql, userId)].sort()
    await save(db.sql, userId, 'Mara', [low])
    const [member] = await db.sql<{ id: string }>('select id from private.cast_members where user_id = $1', [userId])
    const lock = (sql: Sql, image: string) => sql('select from private.files where id = $1 for no key update', [image])
    const [start, change] = [await db.connect('service_role'), await db.connect('service_role')]
    await start.sql('begin')
    await lock(start.sql, low)
    const ended = save(change.sql, userId, 'Mara', [high], { memberId: member?.id ?? '' })
    ended.catch(() => {})
    await db.sql('select pg_sleep(0.2)')
    await lock(start.sql, high)
    await start.sql('commit')
    expect((await ended).outcome).toBe('saved')
    await Promise.all([start.close(), change.close()])
  },

  'keeps an old voice that the cast is taking while a sweep looks for unused ones': async (db) => {
    const userId = await signUp(db.sql, 0)
    const image = await addImage(db.sql, userId)
    const voice = await addVoice(db.sql, userId, '2 days')
    const { first, second } = await overlap(
      db,
      { run: (sql) => save(sql, userId, 'Mara', [image], { voice }) },
      { run: sweep },
    )
    expect(first.member?.voice).toMatchObject({ id: voice })
    expect(listIds(second)).not.toContain(voice)
    expect(listIds(await sweep(db.sql))).not.toContain(voice)
  },

  'refuses a voice for the cast that a sweep is deleting, and keeps the member as it was': async (db) => {
    const { userId, voice, memberId } = await createMember(db.sql)
    const old = await addVoice(db.sql, userId, '2 days')
    const { waited, second } = await overlap(
      db,
      { run: sweep },
      { run: (sql) => save(sql, userId, 'Mara', null, { memberId, voice: old }) },
    )
    expect([waited, second.outcome]).toEqual([true, 'image_gone'])
    const kept = 'select voice_id from private.cast_members where id = $1'
    expect(await db.sql(kept, [memberId])).toEqual([{ voice_id: voice }])
  },

  'gives one voice to two members at once, and keeps the file for the one that is left': async (db) => {
    const userId = await signUp(db.sql, 0)
    const image = await addImage(db.sql, userId)
    const voice = await addVoice(db.sql, userId)
    const saved = await atOnce(db, 2, (sql, index) => save(sql, userId, `Mara ${index}`, [image], { voice }))
    const [one = '', two = ''] = saved.map(({ member }) => member?.id ?? '')
    await overlap(
      db,
      { run: (sql) => remove(sql, userId, one) },
      { run: (sql) => save(sql, userId, 'Mara', null, { memberId: two, voice }) },
    )
    expect(listIds(await sweep(db.sql))).not.toContain(voice)
    await save(db.sql, userId, 'Mara', null, { memberId: two, voice: null })
    expect(listIds(await sweep(db.sql))).toContain(voice)
  },

  'releases both voices that two simultaneous changes replace': async (db) => {
    const { userId, voice, memberId } = await createMember(db.sql)
    const [second, third] = [await addVoice(db.sql, userId), await addVoice(db.sql, userId)]
    const change = (to: string) => (sql: Sql) => save(sql, userId, 'Mara', null, { memberId, voice: to })
    const { waited } = await overlap(db, { run: change(second) }, { run: change(third) })
    expect(waited).toBe(true)
    const claimed = listIds(await sweep(db.sql))
    expect([voice, second, third].filter((id) => claimed.includes(id)).sort()).toEqual([voice, second].sort())
  },

  'starts a job with a member that is being deleted only before the deletion, and then keeps its name': async (db) => {
    const before = await createMember(db.sql)
    const jobId = randomUUID()
    const started = await overlap(
      db,
      { run: (sql) => start(sql, before, jobId) },
      { run: (sql) => remove(sql, before.userId, before.memberId) },
    )
    expect([started.waited, started.first.outcome, started.second]).toEqual([true, 'started', true])
    expect(await readJobCast(db.sql, jobId)).toEqual(
      ['character', 'character', 'voice'].map((role) => ({ name: 'Mara', member_id: null, role, of_member: null })),
    )
    const claimed = listIds(await sweep(db.sql))
    expect([...before.images, before.voice].filter((id) => claimed.includes(id))).toEqual([])

    const after = await createMember(db.sql)
    const refused = await overlap(
      db,
      { run: (sql) => remove(sql, after.userId, after.memberId) },
      { run: (sql) => start(sql, after) },
    )
    expect([refused.waited, refused.second.outcome]).toEqual([true, 'cast_changed'])
    expect(await db.sql('select 1 from private.credit_holds where user_id = $1', [after.userId])).toEqual([])
  },

  'starts a job while its member gets another name, images, and voice, without a deadlock': async (db) => {
    const member = await createMember(db.sql)
    const { userId, memberId } = member
    const [image, voice] = [await addImage(db.sql, userId), await addVoice(db.sql, userId)]
    const answers = await atOnce(db, 24, async (sql, index) => {
      if (index % 2 === 0) return (await start(sql, member)).outcome
      return (await save(sql, userId, 'Mara', [image, ...member.images], { memberId, voice })).outcome
    })
    expect(new Set(answers)).toEqual(new Set(['started', 'saved']))
    const renamed = await overlap(
      db,
      { run: (sql) => save(sql, userId, 'Ben', null, { memberId }) },
      { run: (sql) => start(sql, member) },
    )
    // The job started with the name that its prompt has.
    expect([renamed.waited, renamed.second.outcome]).toEqual([false, 'started'])
    expect((await start(db.sql, member)).outcome).toBe('cast_changed')
  },

  'refuses a job with a member of another user, or two of which one is gone': async (db) => {
    const [mara, other] = [await createMember(db.sql), await createMember(db.sql)]
    const ask = (cast: object[]) => startJob(db.sql, { userId: mara.userId, jobId: randomUUID(), inputs: { cast } })
    const own = { id: mara.memberId, name: 'Mara' }
    expect((await ask([{ id: other.memberId, name: 'Mara' }])).outcome).toBe('cast_changed')
    expect((await ask([own, { id: randomUUID(), name: 'Ben' }])).outcome).toBe('cast_changed')
    expect((await ask([{ ...own, name: '' }])).outcome).toBe('cast_changed')
    expect((await ask([own])).outcome).toBe('started')
  },

  'deletes a member and the videos that show it at once, without a deadlock': async (db) => {
    for (let round = 0; round < 6; round += 1) {
      const member = await createMember(db.sql)
      const jobs = [randomUUID(), randomUUID(), randomUUID()]
      for (const jobId of jobs) {
        await start(db.sql, member, jobId)
        await settleJob(db.sql, jobId, 'capture')
      }
      const work = [
        (sql: Sql) => remove(sql, member.userId, member.memberId),
        ...jobs.map((jobId) => (sql: Sql) => call(sql, 'public.delete_job($1, $2)', [jobId, member.userId])),
      ]
      await atOnce(db, work.length, (sql, index) => work[index]?.(sql) ?? Promise.resolve(null))
      expect(await readJobCast(db.sql, jobs[0] ?? '')).toEqual([])
      const claimed = listIds(await sweep(db.sql))
      expect([...member.images, member.voice].filter((id) => !claimed.includes(id))).toEqual([])
    }
  },

  'deletes an account without waiting for a starting job that has locked a member, and erases its cast later': async (
    db,
  ) => {
    const member = await createMember(db.sql)
    const { second, waited } = await overlap(
      db,
      {
        run: async (sql) => {
          await sql('select from private.cast_members where id = $1 for key share', [member.memberId])
          return null
        },
      },
      {
        run: (sql) =>
          call<{ outcome: string }>(sql, 'public.delete_account($1, $2)', [
            member.userId,
            `${member.userId}@example.com`,
          ]),
      },
    )
    // The job goes on to lock the account, so waiting for it would be a deadlock.
    expect([waited, second.outcome]).toEqual([false, 'deleted'])
    expect((await catchSqlError(start(db.sql, member)))?.code).toBe('PT401')
    while (await call<boolean>(db.sql, 'public.erase_account($1)', [10])) {}
    expect(await db.sql('select from private.cast_members where user_id = $1', [member.userId])).toEqual([])
    const claimed = listIds(await sweep(db.sql))
    expect([...member.images, member.voice].filter((id) => !claimed.includes(id))).toEqual([])
  },
}
