import { fireEvent } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { writeDraft } from '@/features/generator/form/draft'
import { EMPTY_FIELDS, type Fields } from '@/state/jobs/fields'
import { renderGenerator } from '../page'

function leave(fields: Partial<Fields>) {
  writeDraft({ fields: { ...EMPTY_FIELDS, ...fields }, owner: null, tab: 'a' })
}

async function renderForm(fields: Partial<Fields> = {}) {
  leave(fields)
  const page = await renderGenerator()
  const { form, user } = page
  return {
    ...page,
    negative: () => form.getByLabelText<HTMLTextAreaElement>('Negative Prompt (Optional)'),
    async takeExample(name: string) {
      await user.click(form.getByRole('button', { name: 'Examples' }))
      await user.click(form.getByRole('button', { name: new RegExp(`^${name}`) }))
    },
  }
}

describe('the length of a prompt', () => {
  it('is counted against the limit of the model, from the first character on', async () => {
    const { form, user, prompt } = await renderForm()
    expect(form.queryByText(/\/ 2,000/)).not.toBeInTheDocument()
    await user.type(prompt(), ' a ')
    expect(form.getByText('1 / 2,000')).toBeInTheDocument()
    await user.selectOptions(form.getByLabelText('Model'), 'kling-1.6')
    expect(form.getByText('1 / 2,500')).toBeInTheDocument()
  })

  it('warns from nine tenths of it on, once', async () => {
    const { form, prompt } = await renderForm({ prompt: 'x'.repeat(1799) })
    expect(form.getByText('1,799 / 2,000')).not.toHaveClass('text-amber')
    fireEvent.change(prompt(), { target: { value: 'x'.repeat(1800) } })
    expect(form.getByText('1,800 / 2,000')).toHaveClass('text-amber')
    expect(form.getByText('Close to the character limit')).toBeInTheDocument()
    expect(prompt()).toBeValid()
    fireEvent.change(prompt(), { target: { value: 'x'.repeat(2000) } })
    expect(form.getByText('2,000 / 2,000')).toHaveClass('text-amber')
    expect(form.getByText('Close to the character limit')).toBeInTheDocument()
  })

  it('beyond it is said beside the prompt before anything is sent, and nothing of a long paste is lost', async () => {
    const { form, user, prompt, generateButton, consume } = await renderForm()
    prompt().focus()
    await user.paste('x'.repeat(10_000))
    expect(prompt().value).toHaveLength(10_000)
    expect(form.getByText('10,000 / 2,000')).toHaveClass('text-bad')
    expect(prompt()).toBeInvalid()
    expect(prompt()).toHaveAccessibleDescription('8,000 characters too long: Veo 3 reads up to 2,000')
    expect(form.getByText('Over the character limit')).toBeInTheDocument()

    await user.click(generateButton())
    expect(prompt()).toHaveFocus()
    expect(prompt().value).toHaveLength(10_000)
    expect(consume).not.toHaveBeenCalled()
    fireEvent.change(prompt(), { target: { value: 'x'.repeat(2001) } })
    expect(prompt()).toHaveAccessibleDescription('1 character too long: Veo 3 reads up to 2,000')
    fireEvent.change(prompt(), { target: { value: 'x'.repeat(2000) } })
    expect(prompt()).toBeValid()
  })

  it('is another one for what should not be in it, and depends on what the job starts from', async () => {
    const { form, user, negative } = await renderForm({ model: 'kling-1.6', negativePrompt: 'x'.repeat(2100) })
    expect(form.getByText('2,100 / 2,500')).toBeInTheDocument()
    await user.click(form.getByRole('tab', { name: 'Image to Video' }))
    expect(negative()).toHaveAccessibleDescription('52 characters too long: Kling 1.6 reads up to 2,048')
    expect(negative()).toBeInvalid()
  })

  it('does not matter where the model reads no such prompt, which is said', async () => {
    const { form, negative } = await renderForm({ model: 'veo-2', negativePrompt: 'x'.repeat(9000) })
    expect(negative()).toBeValid()
    expect(negative()).toHaveAccessibleDescription('Veo 2 reads none: it is left out')
    expect(form.queryByText(/9,000/)).not.toBeInTheDocument()
  })
})

describe('a prompt that is missing', () => {
  it('is asked for next to it, until something is typed', async () => {
    const { user, prompt, generateButton } = await renderForm()
    expect(prompt()).not.toHaveAccessibleDescription()
    await user.click(generateButton())
    expect(prompt()).toHaveFocus()
    expect(prompt()).toHaveAccessibleDescription('Please enter a prompt')
    await user.type(prompt(), 'a')
    expect(prompt()).not.toHaveAccessibleDescription()
    expect(prompt()).toBeValid()
  })
})

describe('the examples', () => {
  it('fill an empty prompt, with nothing to bring back', async () => {
    const { form, prompt, takeExample } = await renderForm()
    await takeExample('Night train')
    expect(prompt().value).toMatch(/^A night train/)
    expect(prompt()).toHaveFocus()
    expect(form.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  it('are others for a picture', async () => {
    const { form, user, prompt, takeExample } = await renderForm()
    await user.click(form.getByRole('tab', { name: 'Image to Video' }))
    expect(form.queryByText('Night train')).not.toBeInTheDocument()
    await takeExample('Slow push in')
    expect(prompt().value).toMatch(/^The camera moves slowly/)
  })

  it('stand in the monitor as well, by tab', async () => {
    const { form, stage, user, prompt } = await renderForm()
    await user.click(stage().getByRole('button', { name: 'Night train' }))
    expect(prompt().value).toMatch(/^A night train/)
    await user.click(form.getByRole('tab', { name: 'Image to Video' }))
    await user.click(stage().getByRole('button', { name: 'Slow push in' }))
    expect(prompt().value).toMatch(/^The camera moves slowly/)
  })

  it('give back what was typed, however many were looked through, and what was typed after that', async () => {
    const { form, user, prompt, takeExample } = await renderForm({ prompt: 'a fox' })
    await takeExample('Night train')
    await takeExample('Lighthouse')
    await user.type(prompt(), ' More.')
    await user.click(form.getByRole('button', { name: 'Undo' }))
    expect(prompt()).toHaveValue('a fox')
    await user.click(form.getByRole('button', { name: 'Redo' }))
    expect(prompt().value).toMatch(/^A lighthouse keeper.* More\.$/)
    await user.click(form.getByRole('button', { name: 'Undo' }))
    expect(prompt()).toHaveValue('a fox')
  })

  it('are over when the job is sent', async () => {
    const { form, takeExample, user, generateButton, video } = await renderForm({ prompt: 'a fox' })
    await takeExample('Night train')
    expect(form.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
    await user.click(generateButton())
    await vi.waitFor(() => expect(video.create).toHaveBeenCalled())
    expect(form.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })
})

describe('a seed', () => {
  it('is shown while it is set, and can be cleared', async () => {
    const { form, user } = await renderForm({ seed: 417 })
    expect(form.getByText('Seed 417')).toBeInTheDocument()
    expect(form.getByText('makes the same take again')).toBeInTheDocument()
    await user.click(form.getByRole('button', { name: 'Clear seed 417' }))
    expect(form.queryByText('Seed 417')).not.toBeInTheDocument()
  })

  it('is sent with the job', async () => {
    const { user, generateButton, video } = await renderForm({ seed: 0, prompt: 'a fox' })
    await user.click(generateButton())
    await vi.waitFor(() => expect(video.create).toHaveBeenCalled())
    expect(video.requests[0]?.body).toMatchObject({ input: { seed: 0 } })
  })

  it('is said to be no use where the model takes none', async () => {
    const { form } = await renderForm({ seed: 417, model: 'kling-1.6' })
    expect(form.getByText('Kling 1.6 takes no seed')).toBeInTheDocument()
  })
})
