// The voice of a member: choosing it in the form, its consent, and its card.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { PrepareImage } from '@/features/generator/image/prepare-in-worker'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { createWav } from '../../../support/audio-files'
import { cards, getInput, names, openCast, openForm, picture, prepareHere, submit, testMember } from './render-cast'

vi.mock('@/features/generator/image/prepare-in-worker', () => ({ prepareInWorker: vi.fn<PrepareImage>() }))

prepareHere()

const VOICE = { id: 'voice-1', seconds: 3.04, url: 'https://files.test/v.wav' }
const sound = (seconds = 5, name = 'me.wav') =>
  new File([new Uint8Array(createWav(seconds, { rate: 8000 }))], name, { type: 'audio/wav' })
const UPLOAD = { 'POST /api/audio': () => ({ id: 'voice-2' }) }
type Form = Awaited<ReturnType<typeof openForm>>
const addVoice = async ({ user }: ReturnType<typeof openCast>, form: Form, file = sound()) =>
  user.upload(form.getByLabelText(/^Add a voice/), file)
const consent = (form: Form) => form.findByRole('checkbox', { name: /^This is my own voice/ })

/** Opens the form of a new member with a name and an image. */
async function openFilled(answers: Parameters<typeof openCast>[1]) {
  const app = openCast([], answers)
  const form = await openForm(app)
  await app.user.type(form.getByLabelText('Name'), 'Mara')
  await app.user.upload(getInput(form), picture('a.png'))
  return { app, form }
}

async function openEdit(answers: Parameters<typeof openCast>[1] = {}) {
  const app = openCast([testMember({ voice: VOICE })], answers)
  await app.user.click(await screen.findByRole('button', { name: 'Edit' }))
  return { app, form: within(screen.getByRole('dialog', { name: 'Edit Mara' })) as Form }
}

it('uploads a voice after its consent, once, and saves it with the member', async () => {
  let isAway = true
  const { app, form } = await openFilled({
    ...UPLOAD,
    'POST /api/cast': () => {
      if (isAway) throw new NetworkError('network')
      return testMember({ voice: VOICE })
    },
  })
  form.getByText(/An MP3 or WAV file of clear speech, up to 30 seconds/)
  await addVoice(app, form)
  await form.findByText('5 s')
  expect(form.queryByText(/^Confirm that this is your own voice/)).toBeNull()
  await app.user.click(submit(form))
  form.getByText('Confirm that this is your own voice, or that the person agreed to its use.')
  expect(app.sent.map(([call]) => call)).toEqual(['GET /api/cast'])
  await app.user.click(await consent(form))
  await app.user.click(submit(form))
  await form.findByRole('alert')
  isAway = false
  await app.user.click(submit(form))
  expect(await names()).toEqual(['Mara'])
  expect(app.find('POST /api/audio')).toHaveLength(1)
  expect(app.find('POST /api/cast').at(-1)).toEqual({
    name: 'Mara',
    kind: 'character',
    note: '',
    images: ['a.png'],
    voice: 'voice-2',
    voiceConsent: true,
  })
})

it('uploads a voice again if the server has lost it', async () => {
  let cause: Error | null = new ApiError({ status: 409, code: 'image_gone', message: 'No.' })
  const { app, form } = await openFilled({
    ...UPLOAD,
    'POST /api/cast': () => {
      if (cause) throw cause
      return testMember()
    },
  })
  await addVoice(app, form)
  await app.user.click(await consent(form))
  await app.user.click(submit(form))
  await form.findByText(/no longer on the server/)
  cause = null
  await app.user.click(submit(form))
  expect(await names()).toEqual(['Mara'])
  expect(app.find('POST /api/audio')).toHaveLength(2)
})

it.each([
  ['too long', sound(31), 'This voice is too long. Choose one of up to 30 seconds.'],
  ['no sound', new File(['text'], 'a.wav'), "Your file isn't an MP3 or WAV file. Choose another one."],
])('refuses a voice that is %s', async (_, file, sentence) => {
  const { app, form } = await openFilled({})
  await addVoice(app, form, file)
  await waitFor(() => expect(form.queryByText(/still reading/)).toBeNull())
  if (form.queryByRole('checkbox')) await app.user.click(submit(form))
  await form.findByText(sentence)
  expect(app.sent.map(([call]) => call)).toEqual(['GET /api/cast'])
})

it('keeps, replaces, and removes the voice of a member', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const answer = { 'PATCH /api/cast/member-1': () => testMember({ voice: VOICE }), ...UPLOAD }
  const { app, form } = await openEdit(answer)
  form.getByText('3 s')
  expect(form.queryByRole('checkbox')).toBeNull()
  await app.user.click(form.getByRole('button', { name: 'Play voice, Mara' }))
  expect(play).toHaveBeenCalledOnce()
  await app.user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  for (const file of [null, sound()]) {
    await app.user.click(screen.getByRole('button', { name: 'Edit' }))
    const again = within(screen.getByRole('dialog')) as Form
    await app.user.click(again.getByRole('button', { name: 'Remove voice, Mara' }))
    expect(again.getByLabelText(/^Add a voice/)).toHaveFocus()
    if (file) {
      await addVoice(app, again, file)
      await app.user.click(await consent(again))
    }
    await app.user.click(again.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  const fields = { name: 'Mara', kind: 'character', note: 'A diver', images: ['image-1'] }
  expect(app.find('PATCH /api/cast/member-1')).toEqual([
    fields,
    { ...fields, voice: null },
    { ...fields, voice: 'voice-2', voiceConsent: true },
  ])
})

it('has no voice for a place, and says that the one of a character goes', async () => {
  const { app, form } = await openEdit({ 'PATCH /api/cast/member-1': () => testMember({ kind: 'place' }) })
  await app.user.click(form.getByRole('button', { name: 'Place' }))
  form.getByText('Only a character has a voice. Saving removes it.')
  expect(form.queryByText('Voice')).toBeNull()
  await app.user.click(form.getByRole('button', { name: 'Character' }))
  form.getByRole('button', { name: 'Play voice, Mara' })
  await app.user.click(form.getByRole('button', { name: 'Place' }))
  await app.user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(app.find('PATCH /api/cast/member-1')).toEqual([
    { name: 'Mara', kind: 'place', note: 'A diver', images: ['image-1'] },
  ])
})

it('plays voices from their cards, one at a time, and says when one fails', async () => {
  const paused: (string | null)[] = []
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    if (this.getAttribute('src') === 'https://files.test/gone.wav') throw new Error('expired')
    fireEvent.play(this)
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    paused.push(this.getAttribute('src'))
    act(() => void fireEvent.pause(this))
  })
  const ben = testMember({ id: 'b', name: 'Ben', voice: { ...VOICE, url: 'https://files.test/b.wav' } })
  const eve = testMember({ id: 'e', name: 'Eve', voice: { ...VOICE, url: 'https://files.test/gone.wav' } })
  const { user } = openCast([testMember({ voice: VOICE }), ben, eve, testMember({ id: 'x', name: 'Max' })])
  const [mara, , , max] = await cards()
  within(mara as HTMLElement).getByText('Voice, 3 s')
  expect(within(max as HTMLElement).queryByRole('button', { name: /voice/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Play voice, Mara' }))
  await user.click(screen.getByRole('button', { name: 'Play voice, Ben' }))
  expect(paused).toEqual([VOICE.url])
  await user.click(screen.getByRole('button', { name: 'Pause voice, Ben' }))
  expect(paused).toEqual([VOICE.url, 'https://files.test/b.wav'])
  await user.click(screen.getByRole('button', { name: 'Play voice, Eve' }))
  await screen.findByText("We couldn't play this voice. Reload the page.")
})
