// The page of the cast: listing, changing, and deleting members.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { PrepareImage } from '@/features/generator/image/prepare-in-worker'
import { NetworkError } from '@/lib/http/api-error'
import { renderApp } from '../../../support/app/render-app'
import { BEN, cards, getInput, names, openCast, picture, prepareHere, testMember } from './render-cast'

vi.mock('@/features/generator/image/prepare-in-worker', () => ({ prepareInWorker: vi.fn<PrepareImage>() }))

prepareHere()

it('asks visitors to sign in, and leads back to the cast', async () => {
  const { user, router } = renderApp({ route: '/cast' })
  await screen.findByRole('heading', { level: 2, name: 'Sign in to see your cast' })
  expect(document.title).toMatch(/^Cast/)
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', expect.stringContaining('noindex'))
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Login' }))
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/login', state: { from: '/cast' } }))
})

it('lists members with their first image, kind, and note', async () => {
  const two = [...testMember().images, { id: 'image-2', url: null }]
  openCast([testMember({ images: two }), { ...BEN, images: [{ id: 'image-3', url: null }] }])
  const [mara, ben] = await cards()
  expect(mara).toHaveTextContent(/^MaraCharacter, 2 imagesEditDeleteA diver$/)
  expect(within(mara as HTMLElement).getByRole('img', { name: 'Mara' })).toHaveAttribute('src', two[0]?.url)
  expect(ben).toHaveTextContent(/^BenStyleEditDelete$/)
  expect(within(ben as HTMLElement).queryByRole('img')).toBeNull()
  screen.getByText('2 of 100')
})

it('says why the cast is missing, and reads it again on request', async () => {
  let isAway = true
  const { user } = openCast({
    'GET /api/cast': () => {
      if (isAway) throw new NetworkError('network')
      return { members: [BEN] }
    },
  })
  const notice = await screen.findByRole('alert')
  expect(notice).toHaveTextContent("We couldn't load your cast")
  isAway = false
  await user.click(within(notice).getByRole('button', { name: 'Try again' }))
  expect(await names()).toEqual(['Ben'])
})

it('changes a member, keeps its stored images, and keeps its place in the list', async () => {
  const mara = testMember({ images: [...testMember().images, { id: 'image-2', url: 'https://files.test/2.jpg' }] })
  const changed = testMember({ name: 'Mara Lee' })
  const app = openCast([BEN, mara], { 'PATCH /api/cast/member-1': () => changed })
  const [, card] = await cards()
  await app.user.click(within(card as HTMLElement).getByRole('button', { name: 'Edit' }))
  const form = within(screen.getByRole('dialog', { name: 'Edit Mara' }))
  await app.user.type(form.getByLabelText('Name'), ' Lee')
  await app.user.click(form.getByRole('button', { name: 'Move image 2, Image 2 left' }))
  await app.user.upload(getInput(form), picture('c.png'))
  await app.user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(await names()).toEqual(['Ben', 'Mara Lee']))
  expect(app.find('PATCH /api/cast/member-1')).toEqual([
    { name: 'Mara Lee', kind: 'character', note: 'A diver', images: ['image-2', 'image-1', 'c.png'] },
  ])
  expect(app.find('POST /api/images')).toHaveLength(1)
})

it('deletes a member after a question, and leaves the member after a failure', async () => {
  let isAway = true
  const app = openCast([testMember(), BEN], {
    'DELETE /api/cast/member-1': () => {
      if (isAway) throw new NetworkError('network')
      return { id: 'member-1' }
    },
  })
  const [card] = await cards()
  await app.user.click(within(card as HTMLElement).getByRole('button', { name: 'Delete' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Delete this character?' }))
  dialog.getByText('Mara')
  expect(app.sent).toHaveLength(1)
  await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent("We couldn't delete it.")
  expect(await names()).toEqual(['Mara', 'Ben'])
  isAway = false
  await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(async () => expect(await names()).toEqual(['Ben']))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('heading', { level: 1, name: 'Cast' })).toHaveFocus()
})
