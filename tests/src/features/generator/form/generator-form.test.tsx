import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { createFakeServices } from '../../../../support/app/fake-services'
import { testSession } from '../../../../support/app/session'
import { renderGenerator } from '../page'

const PROMPT = 'a fox in the rain'

describe('the generator form', () => {
  it('has its title and its canonical address', async () => {
    const { user } = await renderGenerator()
    expect(document.title).toContain('Create AI Videos with Veo 3 - Text to Video')
    await user.selectOptions(screen.getByLabelText('Model'), 'kling-1.6')
    expect(document.title).toContain('Create AI Videos with Kling 1.6 - Text to Video')
    expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute('href', 'https://site.test/create-video')
  })

  it('starts with Text to Video, Veo 3, 8 seconds and audio', async () => {
    const { form } = await renderGenerator()
    expect(form.getByRole('tab', { name: 'Text to Video' })).toHaveAttribute('aria-selected', 'true')
    expect(form.getByRole('tab', { name: 'Image to Video' })).toHaveAttribute('aria-selected', 'false')
    expect(form.getByLabelText('Model')).toHaveValue('veo-3')
    expect(form.getByRole('button', { name: '8 seconds' })).toHaveAttribute('aria-pressed', 'true')
    expect(form.getByRole('button', { name: '5 seconds' })).toHaveAttribute('aria-pressed', 'false')
    expect(form.getByRole('switch', { name: 'Generate Audio' })).toBeChecked()
    expect(form.getByLabelText('Negative Prompt (Optional)')).toHaveValue('')
    expect(form.queryByText('Upload image')).not.toBeInTheDocument()
  })

  it('lists the models with description and price, and the button follows the choice', async () => {
    const { form, user, generateButton } = await renderGenerator()
    const options = form.getAllByRole('option').map((option) => option.textContent)
    expect(options).toEqual([
      'Kling 1.6 · Quick drafts and simple moves, picture only · 20 credits',
      'Veo 2 · Detailed, steady pictures, no sound · 180 credits',
      'Veo 3 · Speech, effects and music with the picture · 330 credits',
    ])
    expect(generateButton()).toHaveAccessibleName('Generate Video 330 credits')
    await user.selectOptions(form.getByLabelText('Model'), 'veo-2')
    expect(generateButton()).toHaveAccessibleName('Generate Video 180 credits')
  })

  it('says beside the switch when a model makes no sound', async () => {
    const { form, user } = await renderGenerator()
    await user.click(form.getByRole('switch'))
    expect(form.getByRole('switch')).not.toBeChecked()
    expect(form.getByRole('switch')).toHaveAccessibleDescription('Off')
    await user.selectOptions(form.getByLabelText('Model'), 'kling-1.6')
    expect(form.getByRole('switch')).toHaveAccessibleDescription('Kling 1.6 makes no sound')
  })

  it('moves between its tabs with the arrows, and shows the picture in one of them', async () => {
    const { form, user } = await renderGenerator()
    const text = form.getByRole('tab', { name: 'Text to Video' })
    const image = form.getByRole('tab', { name: 'Image to Video' })
    text.focus()
    await user.keyboard('{ArrowRight}')
    expect(image).toHaveFocus()
    expect(image).toHaveAttribute('aria-selected', 'true')
    expect(form.getByRole('tabpanel')).toHaveAccessibleName('Image to Video')
    expect(form.getByLabelText('Upload image')).toHaveAttribute('accept', 'image/*')
    await user.keyboard('{ArrowLeft}')
    expect(text).toHaveFocus()
    await user.keyboard('{Home}{Home}')
    expect(image).toHaveFocus()
    await user.keyboard('{End}')
    expect(text).toHaveFocus()
    expect(image).toHaveAttribute('tabindex', '-1')
  })

  it('is as it was left after a reload', async () => {
    const first = await renderGenerator()
    await first.user.type(first.prompt(), PROMPT)
    await first.user.type(first.form.getByLabelText('Negative Prompt (Optional)'), 'text')
    await first.user.selectOptions(first.form.getByLabelText('Model'), 'veo-2')
    await first.user.click(first.form.getByRole('button', { name: '5 seconds' }))
    await first.user.click(first.form.getByRole('switch'))
    await first.user.click(first.form.getByRole('tab', { name: 'Image to Video' }))
    first.unmount()

    const { form, prompt } = await renderGenerator()
    expect(prompt()).toHaveValue(PROMPT)
    expect(form.getByLabelText('Negative Prompt (Optional)')).toHaveValue('text')
    expect(form.getByLabelText('Model')).toHaveValue('veo-2')
    expect(form.getByRole('button', { name: '5 seconds' })).toHaveAttribute('aria-pressed', 'true')
    expect(form.getByRole('switch')).not.toBeChecked()
    expect(form.getByRole('tab', { name: 'Image to Video' })).toHaveAttribute('aria-selected', 'true')
  })

  describe('says what stands in the way', () => {
    it('to a visitor, with a way to sign in', async () => {
      const { form, generateButton } = await renderGenerator({ signedIn: false })
      expect(await form.findByText('Please login to generate videos')).toBeInTheDocument()
      expect(form.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
      expect(form.queryByText(/Not enough credits/)).not.toBeInTheDocument()
      expect(generateButton()).toBeEnabled()
    })

    it('to a person short of credits, with a way to buy some', async () => {
      const { form, user, generateButton } = await renderGenerator({ credits: 20 })
      expect(form.getByText('Not enough credits (20/330)')).toBeInTheDocument()
      expect(form.getByRole('link', { name: 'Buy Credits' })).toHaveAttribute('href', '/pricing')
      expect(generateButton()).toBeEnabled()
      await user.selectOptions(form.getByLabelText('Model'), 'kling-1.6')
      expect(form.queryByText(/Not enough credits/)).not.toBeInTheDocument()
    })

    it('to nobody who has enough', async () => {
      const { form } = await renderGenerator({ credits: 330 })
      expect(form.queryByText(/Not enough credits/)).not.toBeInTheDocument()
      expect(form.queryByText('Please login to generate videos')).not.toBeInTheDocument()
    })

    it('not before the balance is known', async () => {
      const { supabase } = createFakeServices({ session: testSession() })
      supabase.answers.rpc = () => new Promise(() => {})
      const { form } = await renderGenerator({
        knowsBalance: false,
        services: { loadSupabase: async () => supabase.client },
      })
      await vi.waitFor(() => expect(supabase.rpc).toHaveBeenCalled())
      expect(form.queryByText(/Not enough credits/)).not.toBeInTheDocument()
      expect(form.queryByText('Please login to generate videos')).not.toBeInTheDocument()
    })
  })

  describe('checks on Generate', () => {
    it('in the order of the specification, and sends nothing', async () => {
      const { form, user, prompt, generateButton, consume } = await renderGenerator({ signedIn: false })
      await user.click(generateButton())
      expect(form.getByText('Please enter a prompt')).toBeInTheDocument()
      expect(prompt()).toHaveFocus()
      expect(prompt()).toBeInvalid()

      await user.click(form.getByRole('tab', { name: 'Image to Video' }))
      expect(form.queryByText('Please enter a prompt')).not.toBeInTheDocument()
      await user.click(generateButton())
      expect(form.getByText('Please upload an image')).toBeInTheDocument()
      expect(form.getByLabelText('Upload image')).toHaveFocus()

      await user.click(form.getByRole('tab', { name: 'Text to Video' }))
      await user.type(prompt(), PROMPT)
      await user.click(generateButton())
      expect(form.getByText('Please login before generating a video')).toBeInTheDocument()
      expect(prompt()).toHaveValue(PROMPT)
      expect(consume).not.toHaveBeenCalled()
    })

    it('that there are credits enough', async () => {
      const { form, user, prompt, generateButton, consume } = await renderGenerator({ credits: 20 })
      await user.type(prompt(), PROMPT)
      await user.click(generateButton())
      expect(
        form.getByText(
          'Not enough credits! Generating a Veo 3 video requires 330 credits, you currently have 20 credits',
        ),
      ).toBeInTheDocument()
      expect(consume).not.toHaveBeenCalled()
    })
  })
})
