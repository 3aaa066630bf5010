import { describe, expect, it } from 'vitest'
import { modelById } from '@/config/models'
import { type Situation, validate } from '@/features/generator/form/validate'
import { EMPTY_FIELDS } from '@/state/jobs/fields'

const good: Situation = {
  fields: { ...EMPTY_FIELDS, prompt: 'a fox' },
  model: modelById('veo-3'),
  price: 330,
  picture: 'none',
  session: 'signed_in',
  credits: 330,
  openJobs: 0,
  maxOpenJobs: 3,
}

function messageFor(patch: Partial<Situation>, fields: Partial<Situation['fields']> = {}) {
  return validate({ ...good, ...patch, fields: { ...good.fields, ...fields } })?.message
}

const short = 'Not enough credits! Generating a Veo 3 video requires 330 credits, you currently have 20 credits'

describe('the checks of Generate', () => {
  it('let a complete form of a signed-in person with credits pass', () => {
    expect(validate(good)).toBeNull()
  })

  it('come in the order of the specification', () => {
    const worst = { session: 'signed_out', credits: 20 } as const
    expect(messageFor(worst, { prompt: '  \n ' })).toBe('Please enter a prompt')
    expect(messageFor(worst, { mode: 'image', prompt: '' })).toBe('Please upload an image')
    expect(messageFor(worst)).toBe('Please login before generating a video')
    expect(messageFor({ credits: 20 })).toBe(short)
  })

  it('ask for a picture and not for a prompt in the image tab', () => {
    expect(messageFor({ picture: 'ready' }, { mode: 'image', prompt: '' })).toBeUndefined()
    expect(messageFor({ picture: 'none' }, { mode: 'image', prompt: 'a fox' })).toBe('Please upload an image')
  })

  it('do not send the picture before, while another one is being prepared', () => {
    expect(messageFor({ picture: 'preparing' }, { mode: 'image' })).toBe(
      'Your picture is being prepared. Press Generate Video again in a moment.',
    )
    expect(messageFor({ picture: 'preparing' })).toBeUndefined()
  })

  it('say how much too long a prompt is, before asking for a sign-in', () => {
    expect(messageFor({ session: 'signed_out' }, { prompt: 'x'.repeat(10_000) })).toBe(
      '8,000 characters too long: Veo 3 reads up to 2,000',
    )
    expect(messageFor({}, { prompt: 'x'.repeat(2000) })).toBeUndefined()
    expect(messageFor({ model: modelById('kling-1.6'), price: 20 }, { prompt: 'x'.repeat(2500) })).toBeUndefined()
    expect(messageFor({}, { negativePrompt: 'x'.repeat(2001) })).toBe('1 character too long: Veo 3 reads up to 2,000')
  })

  it('know that a negative prompt has limits of its own, and that a model may read none', () => {
    const kling = { model: modelById('kling-1.6'), price: 20, picture: 'ready' } as const
    const long = 'x'.repeat(2049)
    expect(messageFor(kling, { negativePrompt: long })).toBeUndefined()
    expect(messageFor(kling, { mode: 'image', negativePrompt: long })).toBe(
      '1 character too long: Kling 1.6 reads up to 2,048',
    )
    expect(messageFor({ model: modelById('veo-2') }, { negativePrompt: 'x'.repeat(9000) })).toBeUndefined()
  })

  it('take exactly enough credits, and leave an unknown balance to the server', () => {
    expect(messageFor({ credits: 329 })).toContain('you currently have 329 credits')
    expect(messageFor({ credits: 330 })).toBeUndefined()
    expect(messageFor({ credits: null })).toBeUndefined()
  })

  it('do not call a person signed out whose session is still being read', () => {
    expect(messageFor({ session: 'loading' })).toBe('Checking your sign-in. Press Generate Video again in a moment.')
  })

  it('ask for no more jobs than the server takes at a time', () => {
    expect(messageFor({ openJobs: 2 })).toBeUndefined()
    expect(messageFor({ openJobs: 3 })).toMatch(/^3 videos are being made, which is the most at a time\./)
    expect(messageFor({ openJobs: 3, credits: 20 })).toBe(short)
  })
})
