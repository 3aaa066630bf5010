import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { getModel, MODELS } from '@/config/models'
import { createFakeServices } from '../../../../support/app/fake-services'
import { testSession } from '../../../../support/app/session'
import { renderGenerator } from '../page'

it.each([
  ['NFC', 'NFD'],
  ['NFD', 'NFC'],
])('finds a model named in %s by a word in %s', async (named, typed) => {
  const { services, api } = createFakeServices({ session: testSession() })
  const more = ['Café', '영화', 'Tarn', 'Weir'].map((name) => ({
    ...getModel('kling-1.6'),
    id: name,
    name: name.normalize(named),
  }))
  api.request.mockImplementation(async () => ({
    success: true,
    data: { maxOpenJobs: 4, models: [...MODELS, ...more] },
  }))
  const { form, user } = await renderGenerator({ services: { api: services.api } })
  const search = await form.findByRole('searchbox', { name: 'Find a model' })
  for (const word of ['café', '영화']) {
    await user.clear(search)
    await user.type(search, word.normalize(typed))
    expect(screen.getByText('1 of 7 models. Press Enter to select the first.')).toBeInTheDocument()
    expect(within(form.getByLabelText('Model')).getAllByRole('option').at(-1)).toHaveTextContent(
      new RegExp(`^${word.normalize(named)}`, 'i'),
    )
  }
})
