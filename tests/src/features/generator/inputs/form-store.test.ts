import { describe, expect, it, vi } from 'vitest'
import { getModel } from '@/config/models'
import { ImageError } from '@/features/generator/image/image-faults'
import type { PrepareImage } from '@/features/generator/image/prepare-in-worker'
import { createForm } from '@/features/generator/inputs/form-store'
import { type ValidationContext, validate } from '@/features/generator/inputs/validate'
import { EMPTY_FIELDS } from '@/state/jobs/fields'
import { chooseSeeds } from '@/state/jobs/start-job'

const half = () => 0.5

const prepare: PrepareImage = async (file) => {
  if (file.size === 0) throw new ImageError('empty')
  return { blob: new Blob(['a JPEG'], { type: 'image/jpeg' }), width: 640, height: 360, wasTransparent: false }
}

describe('createFormStore', () => {
  it('fills the form from a job with its seed, which the next job then uses', () => {
    const form = createForm()
    form.change({ prompt: 'a fox', negativePrompt: 'text' })
    form.reuse({ fields: { prompt: 'a hare', model: 'veo-2' }, seed: 417 })
    expect(form.fields.get()).toMatchObject({
      prompt: 'a hare',
      negativePrompt: 'text',
      model: 'veo-2',
      length: 8,
      seed: 417,
    })
    expect(chooseSeeds(form.fields.get(), 1, half)).toEqual([417])
    expect(createForm().fields.get().seed).toBe(417)
  })

  it("draws a new seed for each job if none is set, and forgets the former job's seed", () => {
    const form = createForm()
    form.reuse({ fields: {}, seed: 0 })
    expect(chooseSeeds(form.fields.get(), 1, half)).toEqual([0])
    form.reuse({ fields: { prompt: 'a hare' } })
    expect(chooseSeeds(form.fields.get(), 1, half)).toEqual([500])
  })

  it("sets the image of a reused job, keeps the form's own, or removes it", async () => {
    const form = createForm(prepare)
    const file = new File(['a PNG'], 'a.png')
    form.reuse({ fields: { mode: 'image' }, image: file })
    await vi.waitFor(() => expect(form.image.get()).toMatchObject({ width: 640, height: 360 }))
    form.reuse({ fields: { prompt: 'a hare' } })
    expect(form.image.get()).not.toBeNull()
    form.reuse({ fields: {}, image: null })
    expect(form.image.get()).toBeNull()
  })

  it('says what is wrong with the image of a reused job', async () => {
    const form = createForm(prepare)
    form.reuse({ fields: { mode: 'image' }, image: new File([], 'a.png') })
    await vi.waitFor(() => expect(form.intake.work.get().fault).toMatch(/is empty/))
  })

  it('restores the fields and image that a reused job replaced, and then the job again', async () => {
    const form = createForm(prepare)
    const own = { prompt: 'a fox', model: 'veo-2' } as const
    form.change({ ...own, length: 5 })
    await form.intake.take(new File(['a PNG'], 'fox.png'))
    form.reuse({ fields: { prompt: 'a hare', model: 'veo-3' }, seed: 417, image: new File(['a PNG'], 'hare.png') })
    await vi.waitFor(() => expect(form.image.get()?.file.name).toBe('hare.png'))
    form.change({ length: 8 })

    form.undo()
    await vi.waitFor(() => expect(form.image.get()?.file.name).toBe('fox.png'))
    // The job doesn't set the duration, so Undo keeps the user's later choice.
    expect(form.fields.get()).toMatchObject({ ...own, seed: null, length: 8 })
    form.undo()
    await vi.waitFor(() => expect(form.image.get()?.file.name).toBe('hare.png'))
    expect(form.fields.get()).toMatchObject({ prompt: 'a hare', model: 'veo-3', seed: 417 })
  })

  it('removes the image of a reused job on Undo if the form had none', async () => {
    const form = createForm(prepare)
    form.reuse({ fields: {}, image: new File(['a PNG'], 'hare.png') })
    await vi.waitFor(() => expect(form.image.get()).not.toBeNull())
    form.undo()
    expect(form.image.get()).toBeNull()
  })
})

const good: ValidationContext = {
  fields: { ...EMPTY_FIELDS, prompt: 'a fox' },
  models: [getModel('veo-3')],
  takes: 1,
  price: 330,
  image: 'none',
  session: 'signed_in',
  credits: 330,
  openJobs: 0,
  maxOpenJobs: 3,
  isOffline: false,
}

function messageFor(patch: Partial<ValidationContext>, fields: Partial<ValidationContext['fields']> = {}) {
  return validate({ ...good, ...patch, fields: { ...good.fields, ...fields } })?.message
}

const short = 'Not enough credits! Generating a Veo 3 video requires 330 credits, you currently have 20 credits'

describe('Checks of Generate', () => {
  it('accepts a complete form of a signed-in user with enough credits', () => {
    expect(validate(good)).toBeNull()
  })

  it('runs the checks of Generate in a fixed order', () => {
    const worst = { session: 'signed_out', credits: 20 } as const
    expect(messageFor(worst, { prompt: '  \n ' })).toBe('Please enter a prompt')
    expect(messageFor(worst, { prompt: '\u200b\u2060\u3164' })).toBe('Please enter a prompt')
    expect(messageFor(worst, { mode: 'image', prompt: '' })).toBe('Please upload an image')
    expect(messageFor(worst)).toBe('Please login before generating a video')
    expect(messageFor({ credits: 20 })).toBe(short)
    expect(messageFor({ credits: 20, isOffline: true })).toBe(short)
    expect(messageFor({ isOffline: true })).toMatch(/^You're offline, so nothing was started/)
  })

  it("doesn't send the former image while another image is being prepared", () => {
    expect(messageFor({ image: 'preparing' }, { mode: 'image' })).toBe(
      "We're still preparing your image. Click Generate Video again in a moment.",
    )
    expect(messageFor({ image: 'preparing' })).toBeUndefined()
  })

  it('says by how much a prompt is too long, before it asks for a sign-in', () => {
    expect(messageFor({ session: 'signed_out' }, { prompt: 'x'.repeat(10_000) })).toBe(
      'Your prompt is 8,000 characters too long. Veo 3 accepts up to 2,000.',
    )
    expect(messageFor({}, { prompt: 'x'.repeat(2000) })).toBeUndefined()
    expect(messageFor({ models: [getModel('kling-1.6')], price: 20 }, { prompt: 'x'.repeat(2500) })).toBeUndefined()
    expect(messageFor({}, { negativePrompt: 'x'.repeat(2001) })).toBe(
      'Your negative prompt is 1 character too long. Veo 3 accepts up to 2,000.',
    )
  })

  it("applies the negative prompt's own limits, and skips them for a model that reads no negative prompt", () => {
    const kling = { models: [getModel('kling-1.6')], price: 20, image: 'ready' } as const
    const long = 'x'.repeat(2049)
    expect(messageFor(kling, { negativePrompt: long })).toBeUndefined()
    expect(messageFor(kling, { mode: 'image', negativePrompt: long })).toBe(
      'Your negative prompt is 1 character too long. Kling 1.6 accepts up to 2,048.',
    )
    expect(messageFor({ models: [getModel('veo-2')] }, { negativePrompt: 'x'.repeat(9000) })).toBeUndefined()
  })

  it('requires a prompt with an image if the model needs one', () => {
    const strict = { ...getModel('kling-1.6'), name: 'Gen-4.5', imageNeedsPrompt: true }
    const both = { models: [getModel('veo-3'), strict], image: 'ready' } as const
    expect(messageFor(both, { mode: 'image', prompt: ' ' })).toBe(
      'Gen-4.5 needs a prompt and an image. Describe the video.',
    )
    expect(messageFor({ image: 'ready' }, { mode: 'image', prompt: ' ' })).toBeUndefined()
    expect(messageFor({ ...both, image: 'none' }, { mode: 'image', prompt: '' })).toBe('Please upload an image')
  })

  it('accepts exactly enough credits, and leaves an unknown balance to the server', () => {
    expect(messageFor({ credits: 329 })).toContain('you currently have 329 credits')
    expect(messageFor({ credits: 330 })).toBeUndefined()
    expect(messageFor({ credits: null })).toBeUndefined()
  })

  it("waits with Generate while the user's session is being read", () => {
    expect(messageFor({ session: 'loading' })).toBeUndefined()
  })

  it('checks each compared model before Generate, with the price of all models', () => {
    const models = ['kling-1.6', 'veo-2', 'veo-3'].map(getModel)
    const all = { models, price: 530, credits: 530 }
    expect(messageFor(all)).toBeUndefined()
    expect(messageFor({ ...all, credits: 529 })).toBe(
      'Not enough credits! These 3 videos require 530 credits. You currently have 529.',
    )
    expect(messageFor(all, { prompt: 'x'.repeat(2500) })).toBe(
      'Your prompt is 500 characters too long. Veo 2 accepts up to 2,000.',
    )
    expect(messageFor({ ...all, openJobs: 1 })).toMatch(/^You can start only 2 more videos right now\./)
  })

  it('checks all takes of a model before Generate, with the price of all takes', () => {
    const four = { models: [getModel('kling-1.6')], takes: 4, price: 80, credits: 80, maxOpenJobs: 4 }
    expect(messageFor(four)).toBeUndefined()
    expect(messageFor({ ...four, credits: 79 })).toBe(
      'Not enough credits! Generating 4 Kling 1.6 videos requires 80 credits, you currently have 79 credits',
    )
    expect(messageFor({ ...four, openJobs: 1 })).toBe(
      'You can start only 3 more videos right now. Choose fewer takes or models, or wait for a video to finish.',
    )
    const both = { ...four, models: ['kling-1.6', 'veo-2'].map(getModel), takes: 2, price: 400, credits: 400 }
    expect(messageFor(both)).toBeUndefined()
    expect(messageFor({ ...both, takes: 3 })).toMatch(/^You can start only 4 more videos/)
    expect(messageFor({ ...both, credits: 399 })).toMatch(/^Not enough credits! These 4 videos require 400 credits\./)
  })

  it('allows no more jobs than the server accepts at a time', () => {
    expect(messageFor({ openJobs: 2 })).toBeUndefined()
    expect(messageFor({ openJobs: 3 })).toMatch(/^You can generate up to 3 videos at a time\./)
    expect(messageFor({ openJobs: 3, credits: 20 })).toBe(short)
    const endsAt = new Date(2026, 10, 24, 14, 4, 30).getTime()
    const limit = 'You can generate up to 3 videos at a time. Start the next one when a video finishes.'
    expect(messageFor({ openJobs: 3, unconfirmed: { count: 1, endsAt } })).toBe(
      `${limit} The video service didn't confirm 1 of your videos. Its place is free by 2:05 PM.`,
    )
    expect(messageFor({ openJobs: 3, unconfirmed: { count: 2, endsAt } })).toBe(
      `${limit} The video service didn't confirm 2 of your videos. The first of these places is free by 2:05 PM.`,
    )
  })
})
