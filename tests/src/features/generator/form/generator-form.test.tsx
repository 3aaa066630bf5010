import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { writeDraft } from '@/features/generator/inputs/draft'
import { EMPTY_FIELDS, type Fields } from '@/state/jobs/fields'
import { chooseModel, getModelButton, openModels } from '../../../../support/app/models'
import { clickGenerate, PROMPT, renderGenerator } from '../page'

describe('Generator form', () => {
  it('starts the generator form with Text to Video, Veo 3, 8 seconds, and audio', async () => {
    const { form } = await renderGenerator()
    expect(form.getByRole('tab', { name: 'Text to Video' })).toHaveAttribute('aria-selected', 'true')
    expect(form.getByRole('tab', { name: 'Image to Video' })).toHaveAttribute('aria-selected', 'false')
    expect(getModelButton()).toHaveTextContent(/^Veo 3/)
    expect(form.getByRole('button', { name: '8 seconds' })).toHaveAttribute('aria-pressed', 'true')
    expect(form.getByRole('button', { name: '5 seconds' })).toHaveAttribute('aria-pressed', 'false')
    expect(form.getByRole('switch', { name: 'Generate Audio' })).toBeChecked()
    expect(form.getByLabelText('Negative Prompt (Optional)')).toHaveValue('')
    for (const field of form.getAllByRole('textbox')) expect(field).toHaveAttribute('dir', 'auto')
    expect(form.queryByText('Upload image')).not.toBeInTheDocument()
  })

  it('lists models with description and price, and updates the Generate button for the selected model', async () => {
    const { user, generateButton } = await renderGenerator()
    const options = (await openModels({ user })).map((option) => option.textContent)
    expect(options).toEqual([
      'Kling 1.6  20 credits Quick drafts and simple motion, no sound Silent',
      'Veo 2  180 credits Detailed, stable video, no sound Silent',
      'Veo 3  330 credits Video with speech, effects, and music Sound',
    ])
    await user.click(getModelButton())
    expect(generateButton()).toHaveAccessibleName('Generate Video 330 credits')
    await chooseModel({ user }, 'Veo 2')
    expect(generateButton()).toHaveAccessibleName('Generate Video 180 credits')
    expect(document.title).toBe('Create AI Videos with Veo 2 - Text to Video')
  })

  it('turns the audio switch off for a silent model and says why, and restores the choice for a model with audio', async () => {
    const { form, user } = await renderGenerator()
    const audio = () => form.getByRole('switch', { name: 'Generate Audio' })
    await chooseModel({ user }, 'Kling 1.6')
    expect(audio()).not.toBeChecked()
    expect(audio()).toBeDisabled()
    expect(audio()).toHaveAccessibleDescription('Silent model')
    await chooseModel({ user }, 'Veo 3')
    expect(audio()).toBeChecked()
    await user.click(audio())
    expect(audio()).not.toBeChecked()
    expect(audio()).toHaveAccessibleDescription('Off')
  })

  it("says why Generate can't start: asks a visitor to sign in, and a user short of credits to buy some", async () => {
    const visit = await renderGenerator({ signedIn: false })
    expect(await visit.form.findByText('Please login to generate videos')).toBeInTheDocument()
    expect(visit.form.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    expect(visit.form.queryByText(/Not enough credits/)).not.toBeInTheDocument()
    visit.unmount()
    const page = await renderGenerator({ credits: 20 })
    const { form, user } = page
    expect(screen.getByText('Not enough credits (20/330)')).toBeInTheDocument()
    expect(form.getByRole('link', { name: 'Buy Credits' })).toHaveAttribute('href', '/pricing')
    await clickGenerate(page)
    // The answer to the click replaces the note, and the way out stays.
    expect(screen.getByText(/Not enough credits/)).toHaveTextContent(/^Not enough credits! Generating a Veo 3 video/)
    expect(form.getByRole('link', { name: 'Buy Credits' })).toBeInTheDocument()
    await chooseModel({ user }, 'Kling 1.6')
    expect(form.queryByText(/Not enough credits/)).not.toBeInTheDocument()
    expect(form.queryByText('Please login to generate videos')).not.toBeInTheDocument()
  })

  it('shows missing input beside its field, in a fixed order, and sends nothing', async () => {
    const { form, user, prompt, generateButton, consume } = await renderGenerator({ signedIn: false })
    await user.click(generateButton())
    expect(form.getByText('Please enter a prompt')).toBeInTheDocument()
    expect(prompt()).toHaveFocus()
    expect(prompt()).toBeInvalid()
    expect(form.getByRole('button', { name: 'Examples' })).toBeInTheDocument()

    await user.click(form.getByRole('tab', { name: 'Image to Video' }))
    expect(form.queryByText('Please enter a prompt')).not.toBeInTheDocument()
    await user.click(generateButton())
    expect(form.getByText('Please upload an image')).toBeInTheDocument()
    expect(form.getByLabelText('Upload image')).toHaveFocus()

    await user.click(form.getByRole('tab', { name: 'Text to Video' }))
    await user.type(prompt(), PROMPT)
    await user.click(generateButton())
    expect(screen.getByText(/Please login/)).toHaveTextContent(/^Please login before generating a video$/)
    expect(form.getByRole('link', { name: 'Login' })).toBeInTheDocument()
    expect(prompt()).toHaveValue(PROMPT)
    expect(consume).not.toHaveBeenCalled()
  })
})

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

describe('Prompt length', () => {
  it("counts the prompt's characters against the model's limit", async () => {
    const { form, user, prompt } = await renderForm()
    expect(form.queryByText(/\/ 2,000/)).not.toBeInTheDocument()
    await user.type(prompt(), ' a ')
    expect(form.getByText('1 / 2,000')).toBeInTheDocument()
    await chooseModel({ user }, 'Kling 1.6')
    expect(form.getByText('1 / 2,500')).toBeInTheDocument()
  })

  it('shows that a prompt is too long before anything is sent, and keeps a long paste whole', async () => {
    const { form, user, prompt, generateButton, consume } = await renderForm()
    prompt().focus()
    await user.paste('x'.repeat(10_000))
    expect(prompt().value).toHaveLength(10_000)
    expect(form.getByText('10,000 / 2,000')).toHaveClass('text-bad')
    expect(prompt()).toBeInvalid()
    expect(prompt()).toHaveAccessibleDescription('Your prompt is 8,000 characters too long. Veo 3 accepts up to 2,000.')
    expect(form.getByText('Over the character limit')).toBeInTheDocument()

    await user.click(generateButton())
    expect(prompt()).toHaveFocus()
    expect(prompt().value).toHaveLength(10_000)
    expect(consume).not.toHaveBeenCalled()
    fireEvent.change(prompt(), { target: { value: 'x'.repeat(2001) } })
    expect(prompt()).toHaveAccessibleDescription('Your prompt is 1 character too long. Veo 3 accepts up to 2,000.')
    fireEvent.change(prompt(), { target: { value: 'x'.repeat(2000) } })
    expect(prompt()).toBeValid()
  })

  it("ignores the length of a negative prompt that the model doesn't read, and says so", async () => {
    const { form, negative } = await renderForm({ model: 'veo-2', negativePrompt: 'x'.repeat(9000) })
    expect(negative()).toBeValid()
    expect(negative()).toHaveAccessibleDescription("Veo 2 doesn't support negative prompts, so this is ignored")
    expect(form.queryByText(/9,000/)).not.toBeInTheDocument()
  })
})

describe('Prompt examples', () => {
  it('shows the prompt examples as a tab of the monitor too', async () => {
    const { form, stage, user, prompt } = await renderForm()
    await user.click(stage().getByRole('button', { name: /^Meters at night/ }))
    expect(prompt().value).toMatch(/^Two lit level meters/)
    await user.click(form.getByRole('tab', { name: 'Image to Video' }))
    await user.click(stage().getByRole('button', { name: /^Slow push in/ }))
    expect(prompt().value).toMatch(/^The camera moves slowly/)
  })

  it('restores the typed prompt after several examples, and text typed after that', async () => {
    const { form, user, prompt, takeExample } = await renderForm({ prompt: 'a fox' })
    await takeExample('Meters at night')
    await takeExample('Marbles')
    await user.type(prompt(), ' More.')
    await user.click(form.getByRole('button', { name: 'Undo' }))
    expect(prompt()).toHaveValue('a fox')
    await user.click(form.getByRole('button', { name: 'Redo' }))
    expect(prompt().value).toMatch(/^Glass marbles.* More\.$/)
    await user.click(form.getByRole('button', { name: 'Undo' }))
    expect(prompt()).toHaveValue('a fox')
  })

  it("clears the prompt examples' Undo when the job is sent", async () => {
    const { form, takeExample, user, generateButton, video } = await renderForm({ prompt: 'a fox' })
    await takeExample('Meters at night')
    expect(form.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
    await user.click(generateButton())
    await vi.waitFor(() => expect(video.create).toHaveBeenCalled())
    expect(form.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })
})

describe('Seed', () => {
  it('shows the seed while it is set, and clears it on request', async () => {
    const { form, user } = await renderForm({ seed: 417 })
    expect(form.getByText('Seed 417')).toBeInTheDocument()
    expect(form.getByText('Uses the same seed, so the result should be similar.')).toBeInTheDocument()
    await user.click(form.getByRole('button', { name: '2 takes' }))
    expect(form.getByText('Take 1 uses the same seed, so the result should be similar.')).toBeInTheDocument()
    await user.click(form.getByRole('button', { name: 'Clear seed 417' }))
    expect(form.queryByText('Seed 417')).not.toBeInTheDocument()
  })

  it('hides the seed from a model that ignores seeds, and shows it again for a model that uses it', async () => {
    const { form, user } = await renderForm({ seed: 417, model: 'kling-1.6' })
    expect(form.queryByText('Seed 417')).not.toBeInTheDocument()
    await chooseModel({ user }, 'Veo 3')
    expect(form.getByText('Seed 417')).toBeInTheDocument()
  })
})
