import type { within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { vi } from 'vitest'

type Queries = ReturnType<typeof within>

/** Opens the menu of a video, by its position among the videos of `place`. */
export async function openMore(user: UserEvent, place: Queries, at = 0): Promise<void> {
  const buttons = await vi.waitFor(() => place.getAllByRole('button', { name: 'More' }))
  await user.click(buttons[at] as HTMLElement)
  await vi.waitFor(() => place.getByRole('menu'))
}

/** Opens the menu of a video, and clicks the item with this name. */
export async function chooseFromMore(user: UserEvent, place: Queries, name: string | RegExp, at = 0): Promise<void> {
  await openMore(user, place, at)
  await user.click(await vi.waitFor(() => place.getByRole('menuitem', { name })))
}
