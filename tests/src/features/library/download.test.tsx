import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { zipVideos } from '@/features/library/download/zip-videos'
import { failedJob, testJob } from '../../../support/app/jobs'
import { renderLibrary } from './render-library'

// Node's streams don't accept jsdom's Blob, so zip-videos.test.ts tests the file's content.
vi.mock('@/features/library/download/zip-videos', () => ({ zipVideos: fakeZip }))

const fakeZip: typeof zipVideos = (videos, { fetchFile, onProgress, signal }) => {
  const failed: (typeof videos)[number][] = []
  async function* parts() {
    for (const [tried, video] of videos.entries()) {
      onProgress(tried)
      const file = await fetchFile(video, signal).catch(() => null)
      signal.throwIfAborted()
      if (file) yield new TextEncoder().encode(await file.text())
      else failed.push(video)
    }
    if (failed.length === videos.length) throw new Error('none')
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

async function choose(...prompts: string[]) {
  const app = await renderLibrary({
    route: '/videos',
    jobs: [
      testJob({ id: 'a', prompt: 'A lighthouse' }),
      testJob({ id: 'b', prompt: 'A harbor', createdAt: '2026-11-19' }),
      failedJob({ id: 'c', prompt: 'A storm', createdAt: '2026-11-18' }),
    ],
  })
  const { library, user } = app
  await user.click(await library.findByRole('button', { name: 'Select' }))
  for (const name of prompts) await user.click(library.getByRole('checkbox', { name }))
  const bar = within(library.getByRole('region', { name: 'Selected videos' }))
  return { ...app, bar, download: () => user.click(bar.getByRole('button', { name: 'Download' })) }
}

beforeEach(() => {
  save.mockReset().mockReturnValue()
  vi.stubGlobal('fetch', fetchFile)
  fetchFile.mockReset().mockImplementation(async (url) => new Response(`file of ${url}`))
  Reflect.deleteProperty(window, 'showSaveFilePicker')
})

describe('Download of several videos', () => {
  it('downloads several videos as one file without the failed jobs', async () => {
    const { download } = await choose('A lighthouse', 'A harbor', 'A storm')
    await download()
    expect(await screen.findByText('Downloaded 2 videos.')).toBeInTheDocument()
    const [blob, name] = save.mock.calls[0] ?? []
    expect(name).toMatch(/^ai-videos-\d+\.zip$/)
    const content = await blob?.text()
    for (const id of ['a', 'b']) expect(content).toContain(`file of ${testJob({ id }).videoUrl}`)
    expect(fetchFile.mock.calls.map(([, init]) => init?.credentials)).toEqual(['omit', 'omit'])
  })

  it("renews expired addresses of selected videos, and names a video that can't be downloaded", async () => {
    const { download, jobsApi } = await choose('A lighthouse', 'A harbor')
    jobsApi.get.mockImplementation(async (id) => testJob({ id, videoUrl: `https://files.test/new-${id}.mp4` }))
    fetchFile.mockImplementation(async (url) =>
      String(url).includes('new-b') ? new Response('fresh') : new Response('', { status: 403 }),
    )
    await download()
    expect(
      await screen.findByText(/^Downloaded 1 of 2 videos\. Couldn't download: “A lighthouse”\./),
    ).toBeInTheDocument()
    expect(await save.mock.calls[0]?.[0].text()).toContain('fresh')
  })

  it('shows the progress of downloading several videos, and cancels on request', async () => {
    const { download, bar, user } = await choose('A lighthouse', 'A harbor')
    fetchFile
      .mockImplementationOnce(async () => new Response('one'))
      .mockImplementation(
        (_url, init) =>
          new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
      )
    await download()
    expect(await bar.findByText('Downloading 2 of 2…')).toBeInTheDocument()
    await user.click(bar.getByRole('button', { name: 'Cancel' }))
    expect(await bar.findByText('2 selected.')).toBeInTheDocument()
    expect(save).not.toHaveBeenCalled()
  })

  it('writes the videos straight to the file that the user chooses, and nothing if the file dialog is closed', async () => {
    const written: Uint8Array[] = []
    const createWritable = async () => new WritableStream<Uint8Array>({ write: (part) => void written.push(part) })
    const pick = vi.fn(async () => ({ createWritable }))
    Reflect.set(window, 'showSaveFilePicker', pick)
    const { download, bar } = await choose('A lighthouse')
    await download()
    expect(await screen.findByText('Downloaded 1 video.')).toBeInTheDocument()
    expect(Buffer.concat(written).toString()).toContain('file of https://files.test/a.mp4')
    pick.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
    fetchFile.mockClear()
    await download()
    await waitFor(() => expect(bar.getByRole('button', { name: 'Download' })).toBeInTheDocument())
    expect(fetchFile).not.toHaveBeenCalled()
    expect(save).not.toHaveBeenCalled()
  })

  it('says that none of the selected videos could be downloaded', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const { download } = await choose('A lighthouse')
    fetchFile.mockRejectedValue(new TypeError('offline'))
    await download()
    expect(await screen.findByText(/^We couldn't download the videos\./)).toBeInTheDocument()
    expect(warn).toHaveBeenCalled()
  })
})
