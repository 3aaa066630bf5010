import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { zipExport } from '@/features/account/export/export-zip'
import { NetworkError } from '@/lib/http/api-error'
import { testJob } from '../../../support/app/jobs'
import { renderAccount, testExportPage } from './render-account'

// Node's streams don't accept jsdom's Blob, so export-zip.test.ts tests the file's content.
vi.mock('@/features/account/export/export-zip', () => ({ zipExport: fakeZip }))

const fakeZip: typeof zipExport = (_account, { readPage, fetchFile, onProgress, signal }) => {
  const failed: string[] = []
  async function* parts() {
    const page = await readPage(null)
    for (const [tried, { id, videoUrl }] of page.jobs.entries()) {
      onProgress(tried)
      const file = await fetchFile({ path: id, url: videoUrl, jobId: id }).catch(() => null)
      signal.throwIfAborted()
      if (file) yield new TextEncoder().encode(await file.text())
      else failed.push(`videos/${id}.mp4`)
    }
  }
  const all = parts()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await all.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  return { stream, failed }
}

const save = vi.hoisted(() => vi.fn<typeof import('@/lib/browser/save-file').saveFile>())
vi.mock('@/lib/browser/save-file', () => ({ saveFile: save }))
const fetchFile = vi.fn<typeof fetch>()

beforeEach(() => {
  save.mockReset().mockReturnValue()
  vi.stubGlobal('fetch', fetchFile)
  fetchFile.mockReset().mockImplementation(async (url) => new Response(`file of ${url}`))
  Reflect.deleteProperty(window, 'showSaveFilePicker')
})

async function begin(
  readPage: () => unknown = () => testExportPage({ jobs: [testJob({ id: 'a' }), testJob({ id: 'b' })] }),
) {
  const app = renderAccount()
  await app.ready()
  const before = app.answer.getMockImplementation()
  app.answer.mockImplementation((call, request) =>
    call === 'GET /api/account/export' ? readPage() : before?.(call, request),
  )
  const start = () => app.user.click(screen.getByRole('button', { name: 'Export everything' }))
  return { ...app, start }
}

it('saves the account export as one file, and shows the progress and the number of saved files', async () => {
  const { start } = await begin()
  let answerFile = (_response: Response) => {}
  fetchFile.mockImplementationOnce(() => new Promise((resolve) => (answerFile = resolve)))
  await start()
  await screen.findByText('Saving 1 of 3…')
  answerFile(new Response('one'))
  await screen.findByText('Saved. The file has 2 videos and images, and your data.')
  expect(save).toHaveBeenCalledWith(expect.anything(), expect.stringMatching(/^soundreel-export-[\d-]+\.zip$/))
})

it('requests a fresh address for an export file once, and names a file that failed for good', async () => {
  const { start, jobsApi } = await begin()
  jobsApi.get.mockImplementation(async (id) => testJob({ id, videoUrl: `https://files.test/fresh-${id}.mp4` }))
  fetchFile.mockImplementation(async (url) => new Response('', { status: String(url).includes('fresh-a') ? 200 : 403 }))
  await start()
  await screen.findByText(/^Saved, but 1 file is missing/)
  screen.getByText('videos/b.mp4')
  expect(save).toHaveBeenCalledTimes(1)
})

it('saves nothing when the account export is canceled, and can start again', async () => {
  const { start, user } = await begin()
  fetchFile.mockImplementationOnce(
    (_url, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  await start()
  await screen.findByText('Saving 1 of 3…')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'Export everything' })).toHaveFocus()
  expect(fetchFile.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
  expect(save).not.toHaveBeenCalled()
  await start()
  await screen.findByText(/^Saved\./)
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
})

it('says that the account export stopped when a page is lost, and restarts from the beginning', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  let isAway = true
  const { start } = await begin(() => {
    if (isAway) throw new NetworkError('network')
    return testExportPage({ jobs: [testJob()] })
  })
  await start()
  await screen.findByText(/^The export stopped\. Your data is safe here/)
  expect(save).not.toHaveBeenCalled()
  isAway = false
  await start()
  await screen.findByText('Saved. The file has 1 video or image, and your data.')
  vi.mocked(console.warn).mockClear()
})
