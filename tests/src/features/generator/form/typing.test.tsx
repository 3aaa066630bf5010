import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { takeRenders } from '../../../../support/app/renders'
import { renderGenerator } from '../page'

vi.mock('react/jsx-dev-runtime', async (load) => (await import('../../../../support/app/renders')).countRenders(load))

it('renders only the field that is typed in', async () => {
  const { user, prompt } = await renderGenerator()
  const shown = ['GeneratorForm', 'ModelPicker', 'PromptField', 'LengthField', 'AudioField', 'GenerateBar', 'Stage']
  expect(Object.keys(takeRenders())).toEqual(expect.arrayContaining(shown))
  // The parts that load later are there by then.
  await screen.findByText('No videos yet')
  await user.type(prompt(), 'a fox')
  takeRenders()
  await user.type(prompt(), ' in the rain')
  expect(prompt()).toHaveValue('a fox in the rain')
  // The field reads its value itself: not even what holds it renders again.
  expect(Object.keys(takeRenders())).toEqual(['PromptField'])
})
