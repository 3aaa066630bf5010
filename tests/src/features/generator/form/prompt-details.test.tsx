import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseModel } from '../../../../support/app/models'
import { useSlowTime } from '../../../../support/app/slow-time'
import { type Page, renderGenerator } from '../page'

beforeEach(useSlowTime)

async function open(page: Page) {
  await page.user.click(page.form.getByRole('button', { name: 'Add details' }))
  return within((await page.form.findByRole('group', { name: 'Camera' })).parentElement as HTMLElement)
}

const select = (field: HTMLTextAreaElement, from: number, to = from) => field.setSelectionRange(from, to)

describe('Prompt details', () => {
  it('adds a prompt detail at the caret, and puts the caret after the detail', async () => {
    const page = await renderGenerator()
    await page.user.type(page.prompt(), 'A fox in the rain')
    select(page.prompt(), 5)
    const details = await open(page)
    await page.user.click(details.getByRole('button', { name: 'slow push in' }))
    expect(page.prompt()).toHaveValue('A fox, slow push in, in the rain')
    expect(page.prompt()).toHaveFocus()
    expect(page.prompt().selectionStart).toBe('A fox, slow push in,'.length)
    expect(page.form.queryByRole('group', { name: 'Camera' })).not.toBeInTheDocument()
    await page.user.keyboard(' and')
    expect(page.prompt()).toHaveValue('A fox, slow push in, and in the rain')
  })

  it("doesn't replace the selected text of the prompt with a detail", async () => {
    const page = await renderGenerator()
    await page.user.type(page.prompt(), 'A fox')
    select(page.prompt(), 0, 5)
    await page.user.click((await open(page)).getByRole('button', { name: 'moonlight' }))
    expect(page.prompt()).toHaveValue('A fox, moonlight')
  })

  it('adds a detail at the end of a prompt that was never focused', async () => {
    const page = await renderGenerator()
    const [idea] = page.stage().getAllByRole('listitem')
    await page.user.click(within(idea as HTMLElement).getByRole('button'))
    page.prompt().blur()
    const before = page.prompt().value
    select(page.prompt(), 0)
    await page.user.click((await open(page)).getByRole('button', { name: 'far thunder' }))
    expect(page.prompt()).toHaveValue(`${before} Far thunder`)
  })

  it("adds prompt details through the browser's own editing, so that Undo removes them", async () => {
    const execute = vi.fn((_command: string, _isShown: boolean, _text: string) => true)
    document.execCommand = execute as typeof document.execCommand
    const page = await renderGenerator()
    await page.user.type(page.prompt(), 'A fox')
    await page.user.click((await open(page)).getByRole('button', { name: 'wide shot' }))
    expect(execute).toHaveBeenCalledExactlyOnceWith('insertText', false, ', wide shot')
    Reflect.deleteProperty(document, 'execCommand')
  })

  it('disables prompt details that would make the prompt too long', async () => {
    const page = await renderGenerator()
    await page.user.click(page.prompt())
    await page.user.paste('x'.repeat(2000 - ', waves'.length))
    const details = await open(page)
    expect(details.getByRole('button', { name: 'waves' })).toBeEnabled()
    expect(details.getByRole('button', { name: 'birdsong' })).toBeDisabled()
    await page.user.click(details.getByRole('button', { name: 'waves' }))
    expect(page.prompt().value).toHaveLength(2000)
    const chips = (await open(page)).getAllByRole('button')
    expect(chips.filter((chip) => !chip.hasAttribute('disabled'))).toEqual([])
  })

  it('says beside the sound details which model is silent', async () => {
    const page = await renderGenerator()
    await open(page)
    expect(page.form.getByRole('group', { name: 'Sound' })).toBeInTheDocument()
    await chooseModel(page, 'Kling 1.6')
    expect(page.form.getByRole('group', { name: 'Sound · Kling 1.6 is silent' })).toBeInTheDocument()
  })
})
