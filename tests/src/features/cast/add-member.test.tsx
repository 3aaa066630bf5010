// The form that adds a member to the cast: its names, its images, and its failures.
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { PrepareImage } from '@/features/generator/image/prepare-in-worker'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import {
  BEN,
  getInput,
  names,
  openCast,
  openForm,
  picture,
  prepareHere,
  revoked,
  submit,
  testMember,
} from './render-cast'

vi.mock('@/features/generator/image/prepare-in-worker', () => ({ prepareInWorker: vi.fn<PrepareImage>() }))

prepareHere()

const refuse = (status: number, code: string) => new ApiError({ status, code, message: 'No.' })

describe('adding a member', () => {
  it('uploads the images in order, saves the member, and shows it first', async () => {
    const saved = testMember({ id: 'new', name: 'Mara Lee' })
    const app = openCast([BEN], { 'POST /api/cast': () => saved })
    const form = await openForm(app)
    await app.user.type(form.getByLabelText('Name'), '  Mara  Lee ')
    await app.user.click(form.getByRole('button', { name: 'Place' }))
    await app.user.upload(getInput(form), [picture('a.png'), picture('b.png'), picture('c.png')])
    await app.user.click(await form.findByRole('button', { name: 'Move image 3, c.png left' }))
    form.getByText('c.png is now image 2 of 3.')
    await app.user.click(form.getByRole('button', { name: 'Remove image 1, a.png' }))
    expect(getInput(form)).toHaveFocus()
    await app.user.type(form.getByLabelText('Note'), 'A harbor at night')
    await app.user.click(submit(form))
    expect(await names()).toEqual(['Mara Lee', 'Ben'])
    expect(screen.queryByRole('dialog')).toBeNull()
    screen.getByText('Mara Lee is saved.')
    expect(app.find('POST /api/cast')).toEqual([
      { name: '  Mara  Lee ', kind: 'place', note: 'A harbor at night', images: ['c.png', 'b.png'] },
    ])
    // The two images that were shown, and the removed one.
    expect(revoked).toHaveBeenCalledTimes(3)
  })

  it('adds the first member from the empty page, and then moves the focus to the title', async () => {
    const app = openCast([], { 'POST /api/cast': () => testMember() })
    await screen.findByRole('heading', { level: 2, name: 'Your cast is empty' })
    const form = await openForm(app)
    await app.user.type(form.getByLabelText('Name'), 'Mara')
    await app.user.upload(getInput(form), picture('a.png'))
    await app.user.click(submit(form))
    expect(await names()).toEqual(['Mara'])
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Cast' })).toHaveFocus())
  })

  it.each([
    ['nothing', '', 'Enter a name.'],
    ['an @', '@Mara', 'Leave out the @.'],
    ['a bidi control', 'Ma\u202era', 'Use letters, digits, spaces, hyphens, and apostrophes.'],
    ['200 characters', 'x'.repeat(200), 'Use up to 40 characters.'],
    ['a taken name in capitals', ' BEN ', 'Your cast already has BEN. Choose another name.'],
  ])('refuses a name of %s before it sends anything', async (_, name, sentence) => {
    const app = openCast([BEN])
    const form = await openForm(app)
    fireEvent.change(form.getByLabelText('Name'), { target: { value: name } })
    await app.user.upload(getInput(form), picture('a.png'))
    expect(form.queryByRole('alert')).toBeNull()
    await app.user.click(submit(form))
    expect(form.getByRole('alert')).toHaveTextContent(sentence)
    expect(app.sent.map(([call]) => call)).toEqual(['GET /api/cast'])
  })

  it('accepts a name in Arabic', async () => {
    const app = openCast([], { 'POST /api/cast': ({ name }) => testMember({ name: String(name) }) })
    const form = await openForm(app)
    fireEvent.change(form.getByLabelText('Name'), { target: { value: 'مُنى' } })
    await app.user.upload(getInput(form), picture('a.png'))
    await app.user.click(submit(form))
    expect(await names()).toEqual(['مُنى'])
  })

  it('needs an image, names a faulty one, and leaves out a sixth one', async () => {
    const app = openCast([])
    const form = await openForm(app)
    await app.user.type(form.getByLabelText('Name'), 'Mara')
    await app.user.click(submit(form))
    form.getByText('Add an image.')
    const files = ['a.png', 'b.png', 'broken.png', 'd.png', 'e.png', 'f.png'].map(picture)
    await app.user.upload(getInput(form), files)
    expect(form.getAllByRole('listitem')).toHaveLength(5)
    form.getByText('A member has up to 5 images, so we left out the others.')
    expect(await form.findByRole('alert')).toHaveTextContent("broken.png: We couldn't open this image.")
    await app.user.click(submit(form))
    form.getByText("We can't use one of your images. Remove it.")
    await app.user.click(form.getByRole('button', { name: 'Remove image 3, broken.png' }))
    expect(form.queryByText("We can't use one of your images. Remove it.")).toBeNull()
    expect(app.sent.map(([call]) => call)).toEqual(['GET /api/cast'])
  })

  it('accepts dropped files, and moves images with the arrow keys', async () => {
    const app = openCast([])
    const form = await openForm(app)
    fireEvent.drop(form.getByText('Add images'), { dataTransfer: { files: [picture('a.png'), picture('b.png')] } })
    const left = await form.findByRole('button', { name: 'Move image 2, b.png left' })
    left.focus()
    await app.user.keyboard('{ArrowLeft}')
    expect(left).toHaveAccessibleName('Move image 1, b.png left')
    expect(left).toHaveFocus()
    await app.user.keyboard('{ArrowUp}{ArrowRight}')
    expect(left).toHaveAccessibleName('Move image 2, b.png left')
  })

  it.each<[what: string, cause: Error, sentence: string]>([
    ['the network fails', new NetworkError('network'), "We couldn't save this. Nothing you typed is lost."],
    ['the cast is full', refuse(409, 'too_many_cast_members'), 'Your cast has 100 members.'],
    ['the name is taken in another tab', refuse(409, 'name_taken'), 'Your cast already has Mara.'],
    ['the session has ended', refuse(401, 'unauthorized'), 'Sign in again to save this.'],
  ])('keeps everything typed when %s', async (_, cause, sentence) => {
    const app = openCast([BEN], {
      'POST /api/cast': () => {
        throw cause
      },
    })
    const form = await openForm(app)
    await app.user.type(form.getByLabelText('Name'), 'Mara')
    await app.user.type(form.getByLabelText('Note'), 'A diver')
    await app.user.upload(getInput(form), picture('a.png'))
    await app.user.click(submit(form))
    expect(await form.findByRole('alert')).toHaveTextContent(sentence)
    expect(form.getByLabelText('Name')).toHaveValue('Mara')
    expect(form.getByLabelText('Note')).toHaveValue('A diver')
    form.getByRole('img', { name: 'a.png' })
    expect(submit(form)).toBeEnabled()
  })

  it('takes a member for saved whose response was lost', async () => {
    let members = [BEN]
    const app = openCast({
      'GET /api/cast': () => ({ members }),
      'POST /api/cast': () => {
        members = [testMember(), BEN]
        throw new NetworkError('network')
      },
    })
    const form = await openForm(app)
    await app.user.type(form.getByLabelText('Name'), 'mara')
    await app.user.upload(getInput(form), picture('a.png'))
    await app.user.click(submit(form))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await names()).toEqual(['Mara', 'Ben'])
    expect(app.find('POST /api/cast')).toHaveLength(1)
  })

  it('uploads an image once, and again only if the server has lost it', async () => {
    let cause: Error | null = new NetworkError('network')
    const app = openCast([BEN], {
      'POST /api/cast': () => {
        if (cause) throw cause
        return testMember()
      },
    })
    const form = await openForm(app)
    await app.user.type(form.getByLabelText('Name'), 'Mara')
    await app.user.upload(getInput(form), picture('a.png'))
    await app.user.click(submit(form))
    await form.findByRole('alert')
    cause = refuse(409, 'image_gone')
    await app.user.click(submit(form))
    await form.findByText(/no longer on the server/)
    expect(app.find('POST /api/images')).toHaveLength(1)
    cause = null
    await app.user.click(submit(form))
    expect(await names()).toEqual(['Mara', 'Ben'])
    expect(app.find('POST /api/images')).toHaveLength(2)
  })

  it('offers no 101st member, and no change without a network', async () => {
    const members = Array.from({ length: 100 }, (_, index) => ({ ...BEN, id: `${index}`, name: `Ben ${index}` }))
    openCast(members)
    expect(await screen.findByRole('button', { name: 'Add to cast' })).toBeDisabled()
    screen.getByText('Your cast has 100 members. Delete one to add another.')
    const [edit] = screen.getAllByRole('button', { name: 'Edit' })
    expect(edit).toBeEnabled()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(edit).toBeDisabled()
    screen.getByText("You're offline. You can change your cast when you're back online.")
    online.mockRestore()
  })
})
