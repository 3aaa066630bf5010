import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

interface Page {
  user: UserEvent
}

/** Returns the button of a model picker. Its text begins with the chosen model. */
export const getModelButton = (label = 'Model') => screen.getByRole('button', { name: new RegExp(`^${label} `) })

/** Opens the list of a model picker, and returns its options. */
export async function openModels({ user }: Page, label = 'Model') {
  await user.click(getModelButton(label))
  return within(await screen.findByRole('listbox', { name: label })).getAllByRole('option')
}

/** Chooses the model whose name begins with `name`, when the list has it. */
export async function chooseModel(page: Page, name: string, label?: string) {
  await openModels(page, label)
  await page.user.click(await screen.findByRole('option', { name: new RegExp(`^${name} `) }))
}
