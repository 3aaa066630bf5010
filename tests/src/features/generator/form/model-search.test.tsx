import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { getModel, MODELS, type Model } from '@/config/models'
import { createFakeServices } from '../../../../support/app/fake-services'
import { testSession } from '../../../../support/app/session'
import { renderGenerator } from '../page'

/** Renders the generator with the built-in models and these models, and opens the list of models. */
async function openModels(more: readonly Model[]) {
  const { services, api } = createFakeServices({ session: testSession() })
  api.request.mockImplementation(async () => ({
    success: true,
    data: { maxOpenJobs: 4, models: [...MODELS, ...more] },
  }))
  const page = await renderGenerator({ services: { api: services.api } })
  const choice = await page.form.findByRole('button', { name: /^Model / })
  await page.user.click(choice)
  const popup = within(screen.getByRole('dialog', { name: 'Model', hidden: true }))
  const options = () => popup.queryAllByRole('option', { hidden: true })
  const search = await popup.findByRole('combobox', { name: 'Find a model', hidden: true })
  return {
    ...page,
    choice,
    popup,
    search,
    options,
    names: () => options().map(nameOf),
  }
}

const nameOf = (option?: HTMLElement) => option?.querySelector('.model-name')?.textContent

const like = (name: string, patch: Partial<Model> = {}): Model => ({
  ...getModel('kling-1.6'),
  id: name,
  name,
  maker: 'Alibaba',
  ...patch,
})

describe('List of more than six models', () => {
  it.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ])('finds a model named in %s by a word in %s', async (named, typed) => {
    const names = ['Café', '영화', 'Tarn', 'Weir']
    const page = await openModels(names.map((name) => like(name.normalize(named))))
    for (const word of ['café', '영화']) {
      await page.user.clear(page.search)
      await page.user.type(page.search, word.normalize(typed))
      expect(page.popup.getByText('1 of 7 models. Press Enter to select.')).toBeInTheDocument()
      expect(page.names()).toEqual([expect.stringMatching(new RegExp(`^${word.normalize(named)}`, 'i'))])
    }
  })

  it('groups the models by maker, and selects a found model by Enter without submitting the form', async () => {
    const page = await openModels(['Wan 2.7', 'Wan 2.6', 'Wan 2.5', 'Wan 2.2'].map((name) => like(name)))
    const group = page.popup.getByRole('group', { name: 'Alibaba', hidden: true })
    expect(within(group).getAllByRole('option', { hidden: true })).toHaveLength(4)
    await page.user.type(page.search, 'alibaba 2.6')
    expect(page.names()).toEqual(['Wan 2.6'])
    await page.user.keyboard('{Enter}')
    expect(page.choice).toHaveTextContent('Wan 2.6')
    expect(page.generateButton()).toHaveAccessibleName('Generate Video 20 credits')
    expect(page.form.queryByText(/Please enter a prompt/)).not.toBeInTheDocument()
  })

  it('moves between the models that the mode allows by arrow keys, and names the active one', async () => {
    const textOnly = { makesFrom: { text: false, image: true } }
    const page = await openModels([like('Wan 1'), like('Wan 2', textOnly), like('Wan 3'), like('Wan 4')])
    const active = () => page.options().find(({ id }) => id === page.search.getAttribute('aria-activedescendant'))
    await page.user.type(page.search, 'wan')
    expect(nameOf(active())).toBe('Wan 1')
    await page.user.keyboard('{ArrowDown}')
    expect(nameOf(active())).toBe('Wan 3')
    await page.user.keyboard('{ArrowUp}{ArrowUp}')
    expect(nameOf(active())).toBe('Wan 4')
    await page.user.click(page.options()[1] as HTMLElement)
    expect(page.choice).toHaveTextContent('Veo 3')
  })

  it("shows each model's sound, best resolution, and references", async () => {
    const inputs = {
      resolutions: [
        { name: '720p', adds: 0 },
        { name: '1080p', adds: 60 },
      ],
      references: { adds: 0, needsPrompt: false, max: 3, roles: ['object' as const] },
    }
    const page = await openModels([
      like('Wan 1', { inputs, hasSound: true }),
      like('Wan 2'),
      like('Wan 3', { ending: { on: '2026-12-31', isOver: false, replacedBy: null } }),
      like('Wan 4'),
    ])
    const offers = (name: string) =>
      [
        ...(page
          .options()
          .find((option) => nameOf(option) === name)
          ?.querySelectorAll('[data-offer]') ?? []),
      ].map((offer) => offer.getAttribute('data-offer'))
    expect(offers('Wan 1')).toEqual(['Sound', '1080p', 'References'])
    expect(offers('Wan 2')).toEqual(['Silent'])
    expect(offers('Wan 3')).toEqual(['Silent', 'Ends soon'])
  })
})
