// Japanese, Chinese, and Korean are typed through an input method. Its keys arrive at the page too.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { chooseFromMore, getLibrary, startWith600, startWithFilledForm } from '../../support/journeys/faults.ts'
import { getModelButton } from '../../support/journeys/generate.ts'
import { openBrowser, openPage } from '../../support/journeys/journey.ts'
import { makeVideo } from '../../support/journeys/make-video.ts'
import { openScriptedProvider } from '../../support/journeys/scripted-provider.ts'

openBrowser()

const scripted = openScriptedProvider()

const CTRL = 2

/** Types into the focused field through an input method. */
async function openInputMethod(page: Page) {
  const session = await page.context().newCDPSession(page)
  return {
    compose: (text: string) =>
      session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length }),
    /** Presses a key that the input method handles. The page gets the key code of input methods, and no character. */
    async press(key: string, modifiers = 0) {
      const event = { key, code: key, modifiers, windowsVirtualKeyCode: 229 }
      await session.send('Input.dispatchKeyEvent', { ...event, type: 'rawKeyDown' })
      await session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' })
    },
    /** Ends the composition with this text. */
    commit: (text: string) => session.send('Input.insertText', { text }),
  }
}

it('selects no model with the Enter that ends a composition', async () => {
  const { page, url } = await startWith600()
  await page.route('**/api/capabilities', async (route) => {
    const response = await route.fetch()
    const { success, data } = await response.json()
    const [first] = data.models
    const more = ['カメラ', '映画', '動画', '写真'].map((name) => ({ ...first, id: name, name }))
    await route.fulfill({ response, json: { success, data: { ...data, models: [...data.models, ...more] } } })
  })
  await openPage(page, `${url}/create-video`)
  const { compose, press, commit } = await openInputMethod(page)
  const model = getModelButton(page)
  await model.click()
  await page.getByRole('combobox', { name: 'Find a model' }).click()
  await compose('映画')
  await page.getByText('1 of 7 models', { exact: false }).waitFor()
  await press('Enter')
  expect(await model.textContent()).toContain('Veo 3')
  await commit('映画')
  await page.keyboard.press('Enter')
  await expect.poll(() => model.textContent()).toContain('映画')
})

it('sends no form with a key of a composition', async () => {
  const { page } = await startWithFilledForm()
  const { compose, press, commit } = await openInputMethod(page)
  const form = page.locator('form', { has: page.locator('[name=prompt]') })
  await form.evaluate((element) =>
    element.addEventListener(
      'submit',
      (event) => {
        event.stopPropagation()
        event.preventDefault()
        element.dataset.submits = `${element.dataset.submits ?? ''}x`
      },
      true,
    ),
  )
  await page.getByLabel('Prompt', { exact: true }).focus()
  await compose('湖')
  await press('Enter', CTRL)
  expect(await form.getAttribute('data-submits')).toBeNull()
  await commit('湖')
  await page.keyboard.press('Control+Enter')
  expect(await form.getAttribute('data-submits')).toBe('x')
})

it('keeps a title and a dialog open at the Escape that ends a composition', async () => {
  scripted.provider.finish()
  const { page, url, owner } = await startWith600(scripted.url())
  await makeVideo(owner, 'kling-1.6', 'A pier')
  await openPage(page, `${url}/create-video`)
  const { compose, press, commit } = await openInputMethod(page)
  await chooseFromMore(getLibrary(page), 'Rename')
  const title = getLibrary(page).getByLabel('Title')
  await compose('桟橋')
  await press('Escape')
  await commit('桟橋')
  expect(await title.inputValue()).toBe('桟橋')
  await page.keyboard.press('Escape')
  await expect.poll(() => title.count()).toBe(0)

  await openPage(page, `${url}/account#keys`)
  await page.getByRole('button', { name: 'Create key…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).focus()
  await compose('鍵')
  await press('Escape')
  await commit('鍵')
  expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('鍵')
})
