import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { getModel, MODELS, type Model } from '@/config/models'
import { createFakeServices } from '../../../../support/app/fake-services'
import { getModelButton } from '../../../../support/app/models'
import { testSession } from '../../../../support/app/session'
import { renderGenerator } from '../page'

/** Renders the generator with the built-in models and these models, and opens the list of models by its button. */
async function openModels(more: readonly Model[] = []) {
  const { services, api } = createFakeServices({ session: testSession() })
  api.request.mockImplementation(async () => ({
    success: true,
    data: { maxOpenJobs: 4, models: [...MODELS, ...more] },
  }))
  const page = await renderGenerator({ services: { api: services.api } })
  await page.user.click(getModelButton())
  const popup = within(screen.getByRole('dialog', { name: 'Model' }))
  const options = () => popup.queryAllByRole('option')
  await popup.findAllByRole('option')
  return {
    ...page,
    popup,
    list: popup.getByRole('listbox', { name: 'Model' }),
    options,
    names: () => options().map(getName),
    /** The element with the focus, and the option that it names as active. */
    focused: () => document.activeElement as HTMLElement,
    active: () =>
      getName(options().find(({ id }) => id === document.activeElement?.getAttribute('aria-activedescendant'))),
    search: () => popup.findByRole('combobox', { name: 'Find a model' }),
  }
}

const getName = (option?: HTMLElement) => option?.querySelector('.font-semibold')?.textContent?.trim()

const like = (name: string, patch: Partial<Model> = {}): Model => ({
  ...getModel('kling-1.6'),
  id: name,
  name,
  maker: 'Alibaba',
  ...patch,
})

const textOnly = { makesFrom: { text: true, image: false } }
const imageOnly = { makesFrom: { text: false, image: true } }

describe('Up to six models', () => {
  it('opens a list with the focus and the chosen model active, and without a search field', async () => {
    const page = await openModels()
    expect(page.list).toHaveFocus()
    expect(page.active()).toBe('Veo 3')
    expect(page.names()).toEqual(['Kling 1.6', 'Veo 2', 'Veo 3'])
    expect(page.options().map((option) => option.getAttribute('aria-selected'))).toEqual(['false', 'false', 'true'])
    expect(page.popup.queryByRole('combobox')).not.toBeInTheDocument()
  })

  it('moves by arrow keys, Home, End, and first letters, and selects by Enter or Space', async () => {
    const page = await openModels()
    const moves: [string, string][] = [
      ['{ArrowDown}', 'Kling 1.6'],
      ['{ArrowUp}', 'Veo 3'],
      ['{Home}', 'Kling 1.6'],
      ['v', 'Veo 2'],
      ['v', 'Veo 3'],
      ['v', 'Veo 2'],
      ['x', 'Veo 2'],
      ['{End}', 'Veo 3'],
      ['k', 'Kling 1.6'],
    ]
    for (const [key, name] of moves) {
      await page.user.keyboard(key)
      expect([key, page.active()]).toEqual([key, name])
    }
    await page.user.keyboard(' ')
    expect(getModelButton()).toHaveTextContent(/^Kling 1\.6/)
    expect(getModelButton()).toHaveFocus()
    await page.user.keyboard('{ArrowDown}')
    expect(await page.popup.findByRole('listbox')).toHaveFocus()
    await page.user.keyboard('{ArrowDown}{Enter}')
    expect(getModelButton()).toHaveTextContent(/^Veo 2/)
    expect(page.form.queryByText(/Please enter a prompt/)).not.toBeInTheDocument()
  })

  it('closes at Tab without a choice', async () => {
    const page = await openModels()
    await page.user.keyboard('{ArrowUp}{Tab}')
    expect(page.popup.queryByRole('listbox')).not.toBeInTheDocument()
    expect(getModelButton()).toHaveTextContent(/^Veo 3/)
  })

  it("skips a model that the mode doesn't allow, says why, and doesn't select it by a click", async () => {
    const page = await openModels([like('Wan', imageOnly)])
    const wan = await page.popup.findByRole('option', { name: /^Wan/ })
    expect(wan).toHaveAttribute('aria-disabled', 'true')
    expect(wan).toHaveTextContent('Needs an image')
    await page.user.keyboard('{End}')
    expect(page.active()).toBe('Veo 3')
    await page.user.click(wan)
    expect(getModelButton()).toHaveTextContent(/^Veo 3/)
  })

  it('is the form field "model", and announces the model, its price, and its description', async () => {
    await openModels()
    expect(getModelButton()).toHaveAttribute('name', 'model')
    expect(getModelButton()).toHaveAccessibleName('Model Veo 3 330 credits Video with speech, effects, and music')
  })
})

describe('More than six models', () => {
  it.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ])('finds a model named in %s by a word in %s', async (named, typed) => {
    const names = ['Café', '영화', 'Tarn', 'Weir']
    const page = await openModels(names.map((name) => like(name.normalize(named))))
    const search = await page.search()
    for (const word of ['café', '영화']) {
      await page.user.clear(search)
      await page.user.type(search, word.normalize(typed))
      expect(page.popup.getByText('1 of 7 models. Press Enter to select.')).toBeInTheDocument()
      expect(page.names()).toEqual([expect.stringMatching(new RegExp(`^${word.normalize(named)}`, 'i'))])
    }
  })

  it('groups the models by maker, and selects a found model by Enter without submitting the form', async () => {
    const page = await openModels(['Wan 2.7', 'Wan 2.6', 'Wan 2.5', 'Wan 2.2'].map((name) => like(name)))
    const search = await page.search()
    expect(search).toHaveFocus()
    expect(within(page.popup.getByRole('group', { name: 'Alibaba' })).getAllByRole('option')).toHaveLength(4)
    await page.user.type(search, 'alibaba 2.6')
    expect(page.names()).toEqual(['Wan 2.6'])
    await page.user.keyboard('{Enter}')
    expect(getModelButton()).toHaveTextContent(/^Wan 2\.6/)
    expect(page.generateButton()).toHaveAccessibleName('Generate Video 20 credits')
    expect(page.form.queryByText(/Please enter a prompt/)).not.toBeInTheDocument()
  })

  it('selects nothing by Enter if no model is found', async () => {
    const page = await openModels([like('Wan 1'), like('Wan 2'), like('Wan 3'), like('Wan 4')])
    await page.user.type(await page.search(), 'zzz{Enter}')
    expect(page.popup.getByText('No models match. Veo 3 stays selected.')).toBeInTheDocument()
    expect(page.form.queryByText(/Please enter a prompt/)).not.toBeInTheDocument()
    expect(getModelButton()).toHaveTextContent(/^Veo 3/)
  })

  it('moves between the models that the mode allows by arrow keys, and types letters and spaces into the search', async () => {
    const page = await openModels([like('Wan 1'), like('Wan 2', imageOnly), like('Wan 3'), like('Wan 4', textOnly)])
    await page.user.type(await page.search(), 'wan kling')
    expect(page.names()).toEqual([])
    await page.user.clear(await page.search())
    await page.user.type(await page.search(), 'wan')
    expect(page.active()).toBe('Wan 1')
    await page.user.keyboard('{ArrowDown}')
    expect(page.active()).toBe('Wan 3')
    await page.user.keyboard('{ArrowUp}{ArrowUp}')
    expect(page.active()).toBe('Wan 4')
    await page.user.click(page.options()[1] as HTMLElement)
    expect(getModelButton()).toHaveTextContent(/^Veo 3/)
  })
})

it("shows each model's sound, best resolution, references, and end", async () => {
  const inputs = {
    resolutions: [
      { name: '720p', adds: 0 },
      { name: '1080p', adds: 60 },
    ],
    references: { adds: 0, needsPrompt: false, max: 3, roles: ['object' as const] },
  }
  const page = await openModels([
    like('Wan 1', { inputs, hasSound: true, description: '' }),
    like('Wan 2', { description: '' }),
    like('Wan 3', { ending: { on: '2026-12-31', isOver: false, replacedBy: null }, description: '' }),
  ])
  const names = (await page.popup.findAllByRole('option', { name: /^Wan/ })).map((option) => option.textContent)
  expect(names).toEqual([
    'Wan 1  20 credits  Sound1080pReferences',
    'Wan 2  20 credits  Silent',
    'Wan 3  20 credits  SilentEnds soon',
  ])
})
