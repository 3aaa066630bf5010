import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PrepareImage } from '@/features/generator/image/prepare-in-worker'
import { ApiError } from '@/lib/http/api-error'
import { installImagePlatform, removeImagePlatform } from '../../../../support/app/image-platform'
import { useSlowTime } from '../../../../support/app/slow-time'
import { type CastPage, MARA, MILL, renderWithCast } from './page'

vi.mock('@/features/generator/image/prepare-in-worker', () => ({ prepareInWorker: vi.fn<PrepareImage>() }))

beforeEach(() => {
  useSlowTime()
  installImagePlatform()
})
afterEach(removeImagePlatform)

const failure = new ApiError({ status: 503, code: 'unavailable', message: '' })

async function type(page: CastPage, text: string) {
  await page.user.click(page.prompt())
  await page.user.keyboard(text)
}
const getActive = (page: CastPage) =>
  document.getElementById(page.prompt().getAttribute('aria-activedescendant') ?? '')?.textContent

describe('the list after an @', () => {
  it('offers the names, and inserts the chosen one by keyboard', async () => {
    const page = await renderWithCast()
    await type(page, 'A fox and @')
    const list = await screen.findByRole('listbox', { name: 'Your cast' })
    expect(within(list).getAllByRole('option')).toHaveLength(4)
    expect(page.prompt()).toHaveFocus()
    expect(page.prompt()).toHaveAttribute('aria-controls', list.id)
    expect(getActive(page)).toBe('Mara Character')
    await page.user.keyboard('{ArrowDown}{ArrowDown}')
    expect(getActive(page)).toBe('Old Mill Place')
    await page.user.keyboard('{ArrowUp}{Enter}')
    expect(page.prompt()).toHaveValue('A fox and @Mara Lou ')
    expect(page.list()).not.toBeInTheDocument()
    expect(page.prompt()).not.toHaveAttribute('aria-activedescendant')
    await page.user.keyboard('waves')
    expect(page.prompt()).toHaveValue('A fox and @Mara Lou waves')
    expect(page.list()).not.toBeInTheDocument()
  })

  it('filters by what is typed, in any case and script, and with spaces while a name matches', async () => {
    const page = await renderWithCast()
    await type(page, '@MAR')
    await vi.waitFor(() => expect(page.options()).toEqual(['Mara Character', 'Mara Lou Character']))
    expect(screen.getByText('2 names')).toHaveRole('status')
    await page.user.keyboard('a ')
    expect(page.options()).toEqual(['Mara Lou Character'])
    await page.user.keyboard('w')
    expect(page.list()).not.toBeInTheDocument()
    await page.user.keyboard(' @mil')
    expect(page.options()).toEqual(['Old Mill Place'])
    await page.user.keyboard('{Tab}')
    expect(page.prompt()).toHaveValue('@MARa w @Old Mill ')
    await page.user.keyboard('@مُ')
    await page.user.keyboard('{Enter}')
    expect(page.prompt()).toHaveValue('@MARa w @Old Mill @مُنى ')
  })

  it("stays closed in an email address, after a space, for a complete name, and for nobody's name", async () => {
    const page = await renderWithCast()
    await type(page, '@')
    await screen.findByRole('listbox')
    await page.user.keyboard('{Backspace}')
    for (const text of ['mail@', 'x@mara', '@ ', '@home', '@Old Mill']) {
      await page.user.clear(page.prompt())
      await type(page, text)
      expect([text, page.list()]).toEqual([text, null])
    }
  })

  it('closes with Escape, stays closed for the same @, and opens for the next one', async () => {
    const page = await renderWithCast()
    await type(page, '@M')
    await screen.findByRole('listbox')
    await page.user.keyboard('{Escape}')
    expect(page.list()).not.toBeInTheDocument()
    await page.user.keyboard('a')
    expect(page.list()).not.toBeInTheDocument()
    await page.user.keyboard('{Enter}@M')
    expect(page.list()).toBeInTheDocument()
    expect(page.prompt()).toHaveValue('@Ma\n@M')
  })

  it('closes when the caret leaves the name', async () => {
    const page = await renderWithCast()
    await type(page, 'At sea @M')
    await screen.findByRole('listbox')
    page.prompt().setSelectionRange(2, 2)
    act(() => void document.dispatchEvent(new Event('selectionchange')))
    expect(page.list()).not.toBeInTheDocument()
  })

  it('leaves Ctrl+Enter to the form', async () => {
    const page = await renderWithCast()
    await type(page, 'The sea @M')
    await screen.findByRole('listbox')
    await page.user.keyboard('{Control>}{Enter}{/Control}')
    await vi.waitFor(() => expect(page.sent()).toEqual([expect.objectContaining({ prompt: 'The sea @M' })]))
  })

  it("inserts a name by pointer through the browser's own editing, and keeps the focus", async () => {
    const execute = vi.fn((_command: string, _isShown: boolean, _text: string) => true)
    document.execCommand = execute as typeof document.execCommand
    const page = await renderWithCast()
    await type(page, 'With @o')
    const option = await screen.findByRole('option', { name: /^Old Mill/ })
    expect(fireEvent.mouseDown(option)).toBe(false)
    await page.user.click(option)
    expect(execute).toHaveBeenCalledExactlyOnceWith('insertText', false, '@Old Mill ')
    expect(page.prompt()).toHaveFocus()
    expect([page.prompt().selectionStart, page.prompt().selectionEnd]).toEqual([5, 7])
    Reflect.deleteProperty(document, 'execCommand')
  })
})

describe('the button for the cast', () => {
  it('opens all names, and inserts one at the caret', async () => {
    const page = await renderWithCast()
    await type(page, 'Near by')
    page.prompt().setSelectionRange(4, 4)
    await page.user.click(page.form.getByRole('button', { name: 'Cast' }))
    const list = await screen.findByRole('listbox', { name: 'Your cast' })
    await vi.waitFor(() => expect(list).toHaveFocus())
    await page.user.keyboard('o{Enter}')
    expect(page.prompt()).toHaveValue('Near @Old Mill by')
    expect(page.prompt()).toHaveFocus()
    expect(page.list()).not.toBeInTheDocument()
  })

  it('replaces a bare @, and no name before the caret', async () => {
    const page = await renderWithCast()
    await type(page, 'Near @')
    await page.user.keyboard('{Escape}')
    for (const name of [/^Old Mill/, /^Mara C/]) {
      await page.user.click(page.form.getByRole('button', { name: 'Cast' }))
      await page.user.click(await screen.findByRole('option', { name }))
    }
    expect(page.prompt()).toHaveValue('Near @Old Mill @Mara ')
    await page.user.keyboard('{Backspace}')
    await page.user.click(page.form.getByRole('button', { name: 'Cast' }))
    await page.user.click(await screen.findByRole('option', { name: /^Mara Lou/ }))
    expect(page.prompt()).toHaveValue('Near @Old Mill @Mara @Mara Lou ')
  })

  it('offers a member that another tab has added since', async () => {
    const members = [MARA]
    const page = await renderWithCast({ members: () => [...members] })
    const open = () => page.user.click(page.form.getByRole('button', { name: 'Cast' }))
    await open()
    await screen.findByRole('option', { name: /^Mara/ })
    await open()
    members.push(MILL)
    await open()
    await screen.findByRole('option', { name: /^Old Mill/ })
  })

  it('says that the cast is empty, and leads to its page', async () => {
    const page = await renderWithCast({ members: [] })
    await type(page, 'At sea with @')
    expect(await screen.findByText('Your cast is empty.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Add people, places, and styles' })).toHaveAttribute('href', '/cast')
    await page.user.keyboard('b')
    expect(screen.queryByText('Your cast is empty.')).not.toBeInTheDocument()
    await page.user.keyboard('{Backspace}')
    await page.user.click(screen.getByRole('link', { name: 'Add people, places, and styles' }))
    expect(await screen.findByRole('heading', { level: 2, name: 'Your cast is empty' })).toBeInTheDocument()
  })

  it('says that the cast is loading, that it failed to, and loads it again', async () => {
    let answer: (members: (typeof MARA)[]) => void = () => {}
    const answers = [() => Promise.reject(failure), () => new Promise<(typeof MARA)[]>((done) => (answer = done))]
    const page = await renderWithCast({ members: () => answers.shift()?.() ?? [] })
    await page.user.click(page.form.getByRole('button', { name: 'Cast' }))
    await page.user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(screen.getByText('Loading your cast…')).toBeInTheDocument()
    await act(async () => answer([MARA]))
    expect(screen.getByRole('option', { name: /^Mara/ })).toBeInTheDocument()
  })

  it('is missing for visitors and in direct mode, whose @ opens nothing', async () => {
    const visitor = await renderWithCast({ signedIn: false })
    await type(visitor, '@')
    expect(visitor.form.queryByRole('button', { name: 'Cast' })).not.toBeInTheDocument()
    expect(visitor.read).not.toHaveBeenCalled()
    visitor.unmount()
    localStorage.clear()
    sessionStorage.clear()
    const direct = await renderWithCast({ services: { videoMode: 'direct' }, choose: null })
    await type(direct, '@Mara swims')
    expect(direct.form.queryByRole('button', { name: 'Cast' })).not.toBeInTheDocument()
    await direct.generate()
    await vi.waitFor(() => expect(direct.sent()).toHaveLength(1))
    expect(direct.sent()[0]).toMatchObject({ prompt: '@Mara swims' })
    expect(direct.sent()[0]).not.toHaveProperty('cast')
    expect(direct.read).not.toHaveBeenCalled()
  })
})
