import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PrepareImage } from '@/features/generator/image/prepare-in-worker'
import { readFile } from '@/lib/browser/stored-files'
import { NetworkError } from '@/lib/http/api-error'
import { installImagePlatform, removeImagePlatform } from '../../../../support/app/image-platform'
import { chooseModel } from '../../../../support/app/models'
import { useSlowTime } from '../../../../support/app/slow-time'
import { createMp3, createWav } from '../../../../support/audio-files'
import {
  type AdvancedInputsPage,
  ALL,
  addReferences,
  describe as describeScene,
  renderAdvancedInputs,
  takes,
} from './page'

vi.mock('@/features/generator/image/prepare-in-worker', () => ({ prepareInWorker: vi.fn<PrepareImage>() }))

beforeEach(() => {
  useSlowTime()
  installImagePlatform()
})
afterEach(removeImagePlatform)

const references = { needsPrompt: true, adds: 20, max: 3, roles: ['character' as const] }
const SPEAKING = takes({ ...ALL, references: { ...references, audio: { minSeconds: 2, maxSeconds: 15 } } })
const SHORT = takes(
  { ...ALL, references: { ...references, audio: { maxSeconds: 4 } } },
  { id: 'short', name: 'Short', path: 'google/short' },
)
const MUTE = takes(ALL, { id: 'mute', name: 'Mute', path: 'google/mute' })

const sound = (bytes: Uint8Array, name = 'me.wav', type = 'audio/wav') =>
  new File([new Uint8Array(bytes)], name, { type })
const WAV = sound(createWav(5, { rate: 8000 }))

async function renderVoice({ reference = true } = {}) {
  const page = await renderAdvancedInputs({ models: [SPEAKING, SHORT, MUTE] })
  await describeScene(page)
  await page.openImageTab()
  if (reference) await addReferences(page, 'hero.png')
  return page
}

async function addVoice({ user, form }: AdvancedInputsPage, file = WAV) {
  await user.upload(await form.findByLabelText(/^Add a voice/), file)
}
const consent = (page: AdvancedInputsPage) => page.form.getByRole('checkbox', { name: /^This is my own voice/ })

describe('voice field', () => {
  it('appears with the first reference, for a model that takes a voice', async () => {
    const page = await renderVoice({ reference: false })
    await page.user.click(await page.form.findByRole('button', { name: /^References/ }))
    expect(page.form.queryByText('Voice')).not.toBeInTheDocument()
    await addReferences(page, 'hero.png')
    expect(page.form.getByText('Voice')).toBeInTheDocument()
    expect(page.form.getByText(/MP3 or WAV file, up to 15 seconds/)).toBeInTheDocument()
    await chooseModel(page, 'Mute')
    expect(page.form.queryByText('Voice')).not.toBeInTheDocument()
  })

  it('plays the voice, and removes it', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    const page = await renderVoice()
    await addVoice(page, sound(createMp3(200), 'me.mp3', ''))
    expect(await page.form.findByText('5.2 s')).toBeInTheDocument()
    await page.user.click(page.button('Play voice, me.mp3'))
    expect(play).toHaveBeenCalledOnce()
    await page.user.click(page.button('Remove voice, me.mp3'))
    expect(page.form.getByLabelText(/^Add a voice/)).toHaveFocus()
  })

  it.each([
    ['an empty file', sound(Buffer.alloc(0)), 'This file is empty.'],
    ['a file of more than 5 MB', sound(Buffer.alloc(5 * 1024 * 1024 + 1)), 'This file is larger than 5 MB.'],
    ['another file', sound(Buffer.from('no sound at all, only text')), "Your file isn't an MP3 or WAV file."],
    ['half a file', sound(createWav(5).subarray(0, 9000)), 'This sound file is incomplete.'],
  ])('refuses %s, and says why', async (_, file, message) => {
    const page = await renderVoice()
    await addVoice(page, file)
    expect(await page.form.findByText(message, { exact: false })).toBeInTheDocument()
    expect(page.form.queryByRole('checkbox', { name: /my own voice/ })).not.toBeInTheDocument()
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(page.sent()[0]).not.toHaveProperty('audio')
  })

  it('says that the voice is too long for the chosen model, and starts nothing', async () => {
    const page = await renderVoice()
    await addVoice(page)
    await page.user.click(await page.form.findByRole('checkbox', { name: /my own voice/ }))
    await chooseModel(page, 'Short')
    const message = 'Your voice is 5 seconds long. Short takes up to 4 seconds.'
    expect(await page.form.findByText(message)).toBeInTheDocument()
    await page.generate()
    expect(page.consume).not.toHaveBeenCalled()
    await chooseModel(page, 'Rich')
    expect(page.form.queryByText(message)).not.toBeInTheDocument()
  })
})

describe('Generate with a voice', () => {
  it('asks for the consent first, and then uploads the voice once and sends it with the consent', async () => {
    const page = await renderVoice()
    await addVoice(page)
    await vi.waitFor(() => expect(consent(page)).not.toBeChecked())
    await page.generate()
    expect(page.form.getByText(/^Confirm that this is your own voice/)).toBeInTheDocument()
    expect(consent(page)).toHaveFocus()
    expect(page.upload).not.toHaveBeenCalled()
    await page.user.click(consent(page))
    await page.user.click(page.button('2 takes'))
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(2))
    const uploads = page.voiceUpload.mock.calls.map(([{ body }]) => body)
    expect(uploads).toEqual([{ audio: expect.stringMatching(/^data:audio\/wav;base64,./) }])
    for (const sent of page.sent()) expect(sent).toMatchObject({ audio: 'voice-1', voiceConsent: true })
  })

  it('uploads the voice again after its upload failed, and holds no credits before', async () => {
    const page = await renderVoice()
    await addVoice(page)
    await page.user.click(await page.form.findByRole('checkbox', { name: /my own voice/ }))
    page.voiceUpload.mockRejectedValueOnce(new NetworkError('network'))
    await page.generate()
    expect(await page.stage().findByRole('alert')).toHaveTextContent("We couldn't upload your files")
    expect(page.consume).not.toHaveBeenCalled()
    await page.user.click(page.stage().getByRole('button', { name: 'Try Again' }))
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(page.sent()[0]).toMatchObject({ audio: 'voice-1' })
  })

  it('sends no voice with a model that takes none, and keeps it for one that does', async () => {
    const page = await renderVoice()
    await addVoice(page)
    await page.user.click(await page.form.findByRole('checkbox', { name: /my own voice/ }))
    await chooseModel(page, 'Mute')
    expect(page.form.getByText("Mute doesn't use a voice. We'll keep it for a model that does.")).toBeInTheDocument()
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(page.sent()[0]).not.toHaveProperty('audio')
    expect(page.sent()[0]).not.toHaveProperty('voiceConsent')
    expect(page.voiceUpload).not.toHaveBeenCalled()
    await chooseModel(page, 'Rich')
    expect(consent(page)).toBeChecked()
  })

  it('sends no voice with a first frame', async () => {
    const page = await renderVoice()
    await addVoice(page)
    await page.form.findByRole('checkbox', { name: /my own voice/ })
    await page.user.click(page.button('Remove reference 1, hero.png'))
    expect(page.form.queryByText('Voice')).not.toBeInTheDocument()
  })
})

it('restores the voice and the consent after a reload', async () => {
  const page = await renderVoice()
  await addVoice(page)
  await page.user.click(await page.form.findByRole('checkbox', { name: /my own voice/ }))
  const { tab } = JSON.parse(sessionStorage.getItem('draft') ?? '{}') as { tab: string }
  await vi.waitFor(async () =>
    expect(await readFile(`${tab}/input/voice`, 0)).toMatchObject({ name: 'me.wav', hasConsent: true }),
  )
  await vi.waitFor(async () => expect(await readFile(`${tab}/inputs`, 0)).toMatchObject({ hasVoice: true }))
  cleanup()
  const next = await renderAdvancedInputs({ models: [SPEAKING, SHORT, MUTE], choose: null })
  expect(await next.form.findByText('me.wav')).toBeInTheDocument()
  expect(consent(next)).toBeChecked()
  await next.user.click(next.button('Remove voice, me.wav'))
  const { tab: own } = JSON.parse(sessionStorage.getItem('draft') ?? '{}') as { tab: string }
  await vi.waitFor(async () => expect(await readFile(`${own}/input/voice`, 0)).toBeNull())
})
