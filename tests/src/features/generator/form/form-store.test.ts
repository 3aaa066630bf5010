import { describe, expect, it, vi } from 'vitest'
import { createForm } from '@/features/generator/form/form-store'
import { ImageError } from '@/features/generator/image/image-faults'
import type { PrepareImage } from '@/features/generator/image/prepare-in-worker'
import { chooseSeed } from '@/state/jobs/start-job'

const half = () => 0.5

const prepare: PrepareImage = async (file) => {
  if (file.size === 0) throw new ImageError('empty')
  return { blob: new Blob(['a JPEG'], { type: 'image/jpeg' }), width: 640, height: 360, wasTransparent: false }
}

describe('the form', () => {
  it('takes over a job with its seed, which the next one then uses', () => {
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
    expect(chooseSeed(form.fields.get(), half)).toBe(417)
    expect(createForm().fields.get().seed).toBe(417)
  })

  it('draws a seed for each job when none is set, and forgets that of the job before', () => {
    const form = createForm()
    form.reuse({ fields: {}, seed: 0 })
    expect(chooseSeed(form.fields.get(), half)).toBe(0)
    form.reuse({ fields: { prompt: 'a hare' } })
    expect(chooseSeed(form.fields.get(), half)).toBe(500)
  })

  it('takes over a picture, keeps the one it has, or removes it', async () => {
    const form = createForm(prepare)
    const file = new File(['a PNG'], 'a.png')
    form.reuse({ fields: { mode: 'image' }, picture: file })
    await vi.waitFor(() => expect(form.picture.get()).toMatchObject({ width: 640, height: 360 }))
    form.reuse({ fields: { prompt: 'a hare' } })
    expect(form.picture.get()).not.toBeNull()
    form.reuse({ fields: {}, picture: null })
    expect(form.picture.get()).toBeNull()
  })

  it('says what is wrong with a picture that is handed over', async () => {
    const form = createForm(prepare)
    form.reuse({ fields: { mode: 'image' }, picture: new File([], 'a.png') })
    await vi.waitFor(() => expect(form.intake.work.get().fault).toMatch(/is empty/))
  })

  it('brings back what a job replaced, with its picture, and the job again', async () => {
    const form = createForm(prepare)
    const own = { prompt: 'a fox', model: 'veo-2' } as const
    form.change({ ...own, length: 5 })
    await form.intake.take(new File(['a PNG'], 'fox.png'))
    form.reuse({ fields: { prompt: 'a hare', model: 'veo-3' }, seed: 417, picture: new File(['a PNG'], 'hare.png') })
    await vi.waitFor(() => expect(form.picture.get()?.file.name).toBe('hare.png'))
    form.change({ length: 8 })

    form.undo()
    await vi.waitFor(() => expect(form.picture.get()?.file.name).toBe('fox.png'))
    // What the job did not name was the person's own choice since.
    expect(form.fields.get()).toMatchObject({ ...own, seed: null, length: 8 })
    form.undo()
    await vi.waitFor(() => expect(form.picture.get()?.file.name).toBe('hare.png'))
    expect(form.fields.get()).toMatchObject({ prompt: 'a hare', model: 'veo-3', seed: 417 })
  })

  it('removes the picture again that a job brought into a form without one', async () => {
    const form = createForm(prepare)
    form.reuse({ fields: {}, picture: new File(['a PNG'], 'hare.png') })
    await vi.waitFor(() => expect(form.picture.get()).not.toBeNull())
    form.undo()
    expect(form.picture.get()).toBeNull()
  })

  it('has nothing to bring back before anything was replaced', () => {
    const form = createForm()
    form.change({ prompt: 'a fox' })
    form.undo()
    expect(form.fields.get().prompt).toBe('a fox')
    expect(form.replaced.get()).toBeNull()
  })
})
