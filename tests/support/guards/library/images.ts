// Answers about uploaded images, and about jobs that are generated from them or from another video.
import { randomUUID } from 'node:crypto'
import { call, computeMinutesFromNow, startJob } from '../../../harness/ledger/calls.ts'
import { type Probe, type Setting, same } from '../setting.ts'

const DAY = 24 * 60

interface Saved {
  id: string
  path: string
}

interface Kept {
  bytes?: number
  max?: number
  maxBytes?: number
}
const trySave = (
  { sql }: Setting,
  userId: string,
  content: string,
  { bytes = 10, max = 50, maxBytes = 1000 }: Kept = {},
  [extension, minutesLater] = ['jpg', 0] as const as readonly [string, number],
) =>
  call<Saved & { outcome: string }>(
    sql,
    'public.save_image($1, $2, $3, $4, $5, $6)',
    [userId, content, extension, bytes, max, maxBytes],
    computeMinutesFromNow(minutesLater),
  )
const save = async (s: Setting, content: string, userId = s.owner, extension = 'jpg', minutesLater = 0) => {
  const { outcome: _, ...saved } = await trySave(s, userId, content, {}, [extension, minutesLater])
  return saved
}
const claim = ({ sql }: Setting, minutesLater: number, limit = 10) =>
  call<Saved[]>(sql, 'public.claim_unused_images($1)', [limit], computeMinutesFromNow(minutesLater))
const remove = ({ sql }: Setting, ...images: Saved[]) =>
  call(sql, 'public.delete_images($1::uuid[])', [`{${images.map(({ id }) => id)}}`])
const getIds = (images: Saved[]) => images.map(({ id }) => id).sort()

interface Inputs {
  images?: { role: string; id: string }[]
  source_id?: string
  source_use?: string
  input_kind?: string
  resolution?: string
  source?: string
  image_path?: string
}

async function start(setting: Setting, inputs: Inputs, { userId = setting.owner, quoted = 20 } = {}) {
  const jobId = randomUUID()
  const { outcome } = await startJob(setting.sql, { userId, jobId, quoted, inputs }, { hash: jobId })
  const [hold] = await setting.sql<{ state: string; source: string }>(
    'select state, source from private.credit_holds where job_id = $1',
    [jobId],
  )
  return { jobId, outcome, hold }
}
const find = ({ sql, owner }: Setting, jobId: string) =>
  call<Inputs & { model: string; credits: number; image_path: string | null; source_path: string | null }>(
    sql,
    'public.get_job($1, $2)',
    [jobId, owner],
  )
const succeed = ({ sql }: Setting, jobId: string) =>
  call(sql, 'public.settle_job($1, $2::jsonb, null, null)', [
    jobId,
    JSON.stringify({ path: `a/${jobId}.mp4`, duration_seconds: 5, bytes: 9 }),
  ])
const deleteJob = ({ sql, owner }: Setting, jobId: string, userId = owner) =>
  call<{ outcome: string }>(sql, 'public.delete_job($1, $2)', [jobId, userId])

const listFiles = async ({ sql }: Setting) =>
  (await sql<{ path: string }>(`select path from private.files_to_delete where bucket = 'images' order by path`)).map(
    ({ path }) => path,
  )
const claimFiles = async ({ sql }: Setting, minutesLater: number) =>
  (
    await call<{ bucket: string; path: string }[]>(
      sql,
      'public.claim_files_to_delete(10)',
      [],
      computeMinutesFromNow(minutesLater),
    )
  ).flatMap(({ bucket, path }) => (bucket === 'images' ? [path] : []))

export const IMAGE_PROBES: Record<string, Probe> = {
  'an image is listed before each upload, and goes off the list when its uploads are over': async (s) => {
    const { path } = await save(s, 'a')
    same([await claimFiles(s, 9), await listFiles(s)], [[], [path]])
    await save(s, 'a', s.owner, 'jpg', 5)
    same([await claimFiles(s, 14), await listFiles(s)], [[], [path]])
    same([await claimFiles(s, 15), await listFiles(s)], [[], []])
  },
  'an image whose record is gone or going is deleted when its upload is over': async (s) => {
    const [gone, going] = [await save(s, 'a', s.owner, 'jpg', DAY), await save(s, 'b', s.owner, 'jpg', DAY)]
    await s.sql(`update private.images set used_at = '-infinity' where id = $1`, [gone.id])
    await claim(s, DAY)
    await remove(s, gone)
    await s.sql(`update private.images set used_at = '-infinity' where id = $1`, [going.id])
    await claim(s, DAY + 1)
    same(await claimFiles(s, DAY + 9), [])
    same((await claimFiles(s, DAY + 10)).sort(), [gone.path, going.path].sort())
  },
  'the image of a request is listed until its upload is over, and longer if its job is deleted': async (s) => {
    const begin = async (image_path: string) => {
      const { jobId } = await start(s, { image_path })
      await succeed(s, jobId)
      return jobId
    }
    await begin('kept.png')
    await deleteJob(s, await begin('gone.png'))
    same([await listFiles(s), await claimFiles(s, 1)], [['gone.png', 'kept.png'], ['gone.png']])
    await call(s.sql, `public.clear_deleted_files(array['gone.png'], 'images')`, [], computeMinutesFromNow(1))
    same([await claimFiles(s, 12), await listFiles(s)], [['gone.png'], ['gone.png']])
  },
  'one content of one person is saved once, and another person or content beside it': async (s) => {
    const first = await save(s, 'a')
    same(first.path, `${first.id}.jpg`)
    same(await save(s, 'a'), first)
    const others = [await save(s, 'b', s.owner, 'png'), await save(s, 'a', s.stranger)]
    same(new Set([first, ...others].map(({ id }) => id)).size, 3)
    same(others[0]?.path.endsWith('.png'), true)
  },
  'an image that no job has is claimed a day after its last upload, a batch at a time, and again after ten minutes':
    async (s) => {
      const [first, second] = [await save(s, 'a'), await save(s, 'b')]
      await save(s, 'b', s.owner, 'jpg', 60)
      same(await claim(s, DAY - 1), [])
      same(getIds(await claim(s, DAY + 1)), [first.id])
      same(getIds(await claim(s, DAY + 61, 1)), [first.id])
      same(getIds(await claim(s, DAY + 62)), [second.id])
      same([(await claim(s, DAY + 70)).length, (await claim(s, DAY + 73)).length], [0, 2])
    },
  'the images that wait longest are claimed first': async (s) => {
    const late = await save(s, 'late', s.owner, 'jpg', 5)
    const early = await save(s, 'early')
    same([getIds(await claim(s, DAY + 6, 1)), getIds(await claim(s, DAY + 6, 1))], [[early.id], [late.id]])
  },
  'an image that is being deleted is used by no job, and the same content is saved anew': async (s) => {
    const [gone, other] = [await save(s, 'a'), await save(s, 'b')]
    await claim(s, DAY + 1)
    same((await start(s, { images: [{ role: 'first', id: gone.id }] })).outcome, 'no_image')
    const again = await save(s, 'a')
    same(again.id === gone.id, false)
    await remove(s, gone, again)
    const left = await s.sql<{ id: string }>(`select id from private.images where sha256 <> 'own'`)
    same(left.map(({ id }) => id).sort(), [again.id, other.id].sort())
  },
  'a job has its images in their order, its first image, and what it was asked for': async (s) => {
    const [first, last] = [await save(s, 'a'), await save(s, 'b')]
    const images = [
      { role: 'first', id: first.id },
      { role: 'last', id: last.id },
    ]
    const { jobId } = await start(s, { images, input_kind: 'frames', resolution: '1080p' })
    const job = await find(s, jobId)
    same(job.images, [
      { role: 'first', ...first },
      { role: 'last', ...last },
    ])
    same([job.input_kind, job.resolution, job.image_path, job.source_id], ['frames', '1080p', first.path, null])
    const own = await find(s, s.jobs.captured)
    same([own.input_kind, own.images, own.image_path], ['text', [], null])
    await s.sql(`update public.jobs set image_path = 'sent.png' where id = $1`, [s.jobs.captured])
    same((await find(s, s.jobs.captured)).image_path, 'sent.png')
  },
  "a job of an image that is missing, or is somebody else's, is not started, and holds no credits": async (s) => {
    const foreign = await save(s, 'a', s.stranger)
    const own = await save(s, 'a')
    for (const id of [foreign.id, randomUUID()]) {
      const images = [
        { role: 'character', id: own.id },
        { role: 'style', id },
      ]
      const { outcome, hold } = await start(s, { images })
      same([outcome, hold], ['no_image', undefined])
    }
    const twice = { role: 'character', id: own.id }
    same((await start(s, { images: [twice, twice] })).outcome, 'started')
  },
  'an image is kept while a job has it, and claimed at once when the last one is deleted': async (s) => {
    const image = await save(s, 'a')
    const images = [{ role: 'style', id: image.id }]
    const jobs = [await start(s, { images }), await start(s, { images })]
    const [one, other] = jobs.map(({ jobId }) => jobId) as [string, string]
    for (const jobId of [one, other]) await succeed(s, jobId)
    same(await claim(s, 3 * DAY), [])
    same((await deleteJob(s, one, s.stranger)).outcome, 'not_found')
    await deleteJob(s, one)
    same([await claim(s, 3 * DAY), (await find(s, other)).images?.length], [[], 1])
    await deleteJob(s, other)
    same(getIds(await claim(s, 0)), [image.id])
    same(await s.sql('select 1 from private.job_images where image_id = $1', [image.id]), [])
  },
  "a try to delete a job that runs, or is somebody else's, makes no image due": async (s) => {
    const image = await save(s, 'a')
    const { jobId } = await start(s, { images: [{ role: 'style', id: image.id }] })
    const readUse = () => s.sql('select used_at from private.images where id = $1', [image.id])
    const other = await start(s, {})
    await succeed(s, other.jobId)
    const before = await readUse()
    await deleteJob(s, jobId)
    await succeed(s, jobId)
    await deleteJob(s, jobId, s.stranger)
    await deleteJob(s, other.jobId)
    same(await readUse(), before)
  },
  'a job that starts renews the day of its images, and a refused one does not': async (s) => {
    const image = await save(s, 'a')
    const images = [{ role: 'style', id: image.id }]
    const isRenewed = async () =>
      (await s.sql(`select from private.images where id = $1 and used_at > '2026-11-01'`, [image.id])).length === 1
    await s.sql(`update private.images set used_at = '2026-11-01'`)
    const outcomes = [await start(s, { images }, { quoted: 21 }), await start(s, { images, source_id: randomUUID() })]
    same([outcomes.map(({ outcome }) => outcome), await isRenewed()], [['price_changed', 'no_source'], false])
    same([(await start(s, { images })).outcome, await isRenewed()], ['started', true])
  },
  'one user has a number of images that no job uses, and so many bytes': async (s) => {
    const outcome = async (content: string, kept: Kept, userId = s.owner) =>
      (await trySave(s, userId, content, kept)).outcome
    same(
      [await outcome('a', { max: 2 }), await outcome('b', { max: 2 }), await outcome('c', { max: 2 })],
      ['saved', 'saved', 'too_many'],
    )
    // The same content is no further image, and another user has others.
    same([await outcome('a', { max: 2 }), await outcome('c', { max: 2 }, s.stranger)], ['saved', 'saved'])
    same([await outcome('c', { maxBytes: 29 }), await outcome('c', { maxBytes: 30 })], ['too_many', 'saved'])
    const { id } = await save(s, 'a')
    await start(s, { images: [{ role: 'style', id }] })
    same([await outcome('d', { max: 2 }), await outcome('d', { max: 3 })], ['too_many', 'saved'])
  },
  'a job continues a finished video of its own user, and no other': async (s) => {
    const from = (source_id: string) => start(s, { source_id, source_use: 'extend', input_kind: 'extend' })
    const { jobId, outcome } = await from(s.jobs.captured)
    same(outcome, 'started')
    const job = await find(s, jobId)
    same([job.source_id, job.source_path], [s.jobs.captured, 'a/b.mp4'])
    const foreign = await start(s, {}, { userId: s.stranger })
    await succeed(s, foreign.jobId)
    for (const source of [s.jobs.started, s.jobs.released, foreign.jobId, randomUUID()]) {
      const refused = await from(source)
      same([refused.outcome, refused.hold], ['no_source', undefined])
    }
    await deleteJob(s, s.jobs.captured)
    const orphan = await find(s, jobId)
    same([(await from(s.jobs.captured)).outcome, orphan.source_id, orphan.source_path], ['no_source', null, null])
    await succeed(s, jobId)
    await deleteJob(s, jobId)
    same(await s.sql('select source_id, source_use from public.jobs where id = $1', [jobId]), [
      { source_id: null, source_use: null },
    ])
  },
  'what adds to the price is held by its own name, and the job is of the model': async (s) => {
    await s.sql(`insert into private.model_prices (model, credits) values ('kling-1.6:1080p', 25)`)
    const { jobId, hold } = await start(s, { source: 'kling-1.6:1080p' }, { quoted: 25 })
    const { model, credits } = await find(s, jobId)
    same([hold?.source, model, credits], ['kling-1.6:1080p', 'kling-1.6', 25])
    same((await start(s, {})).hold?.source, 'kling-1.6')
  },
  'a filter for sound goes by the kind of input': async (s) => {
    const { jobId } = await start(s, { input_kind: 'frames' })
    await succeed(s, jobId)
    const list = async (silent: string) => {
      const jobs = await call<{ id: string }[]>(
        s.sql,
        'public.list_jobs($1, false, null, null, 50, null, null, false, $2::text[])',
        [s.owner, `{${silent}}`],
      )
      return [jobId, s.jobs.captured].map((id) => jobs.some((job) => job.id === id))
    }
    same(
      [await list('pollo/kling-1.6/frames'), await list('pollo/kling-1.6/text')],
      [
        [false, true],
        [true, false],
      ],
    )
  },
}
