// Only the fields that are named here leave the account. A new field of a job or of a member of the cast fails these tests
// until it is named. Nothing of the cast leaves but the prompt as it was typed.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { audioUri, createWav } from '../../../support/audio-files.ts'
import { openEmptyReceiver, startWebhookApi } from '../../../support/messages/webhook-api.ts'
import { verifyMessage } from '../../../support/messages/webhook-receiver.ts'
import { startAdminApi } from '../../../support/server/admin.ts'
import { connectAgent, listen } from '../../../support/server/agent.ts'
import { pngDataUri } from '../../../support/server/image.ts'
import { supabase } from '../../../support/server/suite.ts'

const receiver = openEmptyReceiver()

const WEBHOOK = [
  ...['aspectRatio', 'createdAt', 'credits', 'durationSeconds', 'elapsedSeconds', 'failureCode', 'failureReason'],
  ...[
    'generateAudio',
    'hasSound',
    'id',
    'inputKind',
    'length',
    'mode',
    'model',
    'modelName',
    'negativePrompt',
    'prompt',
  ],
  ...['resolution', 'seed', 'settlement', 'status', 'videoMark'],
]
const JOB = [
  ...WEBHOOK,
  ...['audio', 'canCancel', 'cast', 'downloadUrl', 'expiresAt', 'imageUrl', 'images', 'isStarred', 'peaks', 'poster'],
  ...['sourceId', 'title', 'videoUrl'],
]
const AGENT = [
  ...['aspectRatio', 'canCancel', 'cast', 'createdAt', 'credits', 'downloadUrl', 'durationSeconds', 'elapsedSeconds'],
  ...['expiresAt', 'failureCode', 'hasSound', 'id', 'model', 'prompt', 'resolution', 'seed', 'settlement', 'status'],
  ...['title', 'videoUrl'],
]
const SHARED = [
  ...[
    'aspectRatio',
    'createdOn',
    'durationSeconds',
    'expiresAt',
    'hasSound',
    'isIndexed',
    'mark',
    'modelName',
    'peaks',
  ],
  ...['poster', 'prompt', 'title', 'videoUrl'],
]
const MEMBER = ['createdAt', 'id', 'images', 'kind', 'name', 'note', 'voice']

const listFields = (value: object) => Object.keys(value).sort()

/** Generates a video whose prompt names Mara, who is called Ada after that. */
async function start() {
  const api = await startWebhookApi(receiver)
  const { request, user, finish, add } = api
  const { secret } = await add()
  const image = (await request('POST', '/api/images', user, { image: pngDataUri(320, 320) })).body.data.id as string
  const voice = (await request('POST', '/api/audio', user, { audio: audioUri(createWav(3)) })).body.data.id as string
  const body = { kind: 'character', name: 'Mara', note: 'A secret diver', images: [image], voice, voiceConsent: true }
  const member = (await request('POST', '/api/cast', user, body)).body.data
  const job = randomUUID()
  await finish(job, { prompt: 'A dive with @Mara', cast: [member.id] })
  await request('PATCH', `/api/cast/${member.id}`, user, { name: 'Ada' })
  const createLink = async (showsPrompt: boolean) =>
    (await request('POST', `/api/jobs/${job}/shares`, user, { showsPrompt })).body.data.token as string
  const share = async (showsPrompt: boolean) =>
    (await request('GET', `/api/shared/${await createLink(showsPrompt)}`, null)).body.data
  const exportAll = async () => {
    const pages: { jobs: object[]; cast: object[]; nextCursor: string | null }[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: (typeof pages)[number] = (await request('GET', `/api/account/export?cursor=${cursor}`, user)).body
        .data
      pages.push(page)
      cursor = page.nextCursor
    }
    return { jobs: pages.flatMap(({ jobs }) => jobs), cast: pages.flatMap(({ cast }) => cast) }
  }
  const message = receiver.received[0]
  if (!message) throw new Error('nothing was sent')
  const sent = verifyMessage(message, secret) as { data: object }
  return { ...api, job, member, image, voice, createLink, share, exportAll, sent }
}

it('shows only the named fields of a job and of a member', async () => {
  const { request, user, job, share, exportAll, sent, ...api } = await start()
  expect(listFields(sent.data)).toEqual(WEBHOOK.toSorted())
  expect(listFields(await share(true))).toEqual(SHARED)
  expect(listFields((await request('GET', `/api/jobs/${job}`, user)).body.data)).toEqual(JOB.toSorted())
  const { use } = await connectAgent(await listen(api), user)
  expect(listFields((await use('get_job', { jobId: job })).data.job)).toEqual(AGENT)
  const [listed] = (await request('GET', '/api/cast', user)).body.data.members
  expect(listFields(listed)).toEqual(MEMBER)
  const exported = await exportAll()
  expect(exported.jobs.map(listFields)).toEqual([JOB.toSorted()])
  expect(exported.cast.map(listFields)).toEqual([MEMBER])
})

it('exports the names that a job has, and the member with its images', async () => {
  const { exportAll, member, image, voice } = await start()
  const { jobs, cast } = await exportAll()
  expect(jobs).toMatchObject([{ cast: [{ id: member.id, name: 'Mara', currentName: 'Ada' }] }])
  expect(cast).toMatchObject([{ id: member.id, name: 'Ada', images: [{ id: image }], voice: { id: voice } }])
})

it('sends nothing of the cast to webhooks, visitors, and logs but the prompt as it was typed', async () => {
  const { sent, share, member, image, voice, log } = await start()
  const words = new RegExp(['Ada', 'secret diver', member.id, image, voice].join('|'))
  for (const leaving of [sent, await share(true)]) {
    expect(leaving).toMatchObject(
      'data' in leaving ? { data: { prompt: 'A dive with @Mara' } } : { prompt: 'A dive with @Mara' },
    )
    expect(JSON.stringify(leaving)).not.toMatch(words)
  }
  expect(JSON.stringify(await share(false))).not.toMatch(new RegExp(`Mara|${words.source}`))
  expect(JSON.stringify(log)).not.toMatch(/Mara|Ada|secret diver/)
})

it('shows the administrator nothing of the cast of a reported video but its prompt as it was typed', async () => {
  const { createLink, request, job, member, image, voice } = await start()
  await request('POST', `/api/shared/${await createLink(false)}/report`, null, { reason: 'other' })
  const admin = startAdminApi(supabase)
  const { data } = (
    await admin.request('GET', '/api/admin/share-reports', null, undefined, { headers: await admin.asAdmin() })
  ).body
  const video = data.videos.find(({ jobId }: { jobId: string }) => jobId === job)
  expect(video).toMatchObject({ prompt: 'A dive with @Mara' })
  expect(JSON.stringify(video)).not.toMatch(new RegExp(['Ada', 'secret diver', member.id, image, voice].join('|')))
})
