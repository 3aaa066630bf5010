// Runs the built app for pictures of it: with an empty database, and Chromium at its demo account.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export async function startApp(dataDir: string) {
  const PORT = process.env.PORT ?? '5199'
  const child = spawn(process.execPath, ['local/run.mjs', 'start'], {
    cwd: root,
    env: { ...process.env, PORT, LOCAL_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('ready') && resolve())
    ended.then(() => reject(new Error('npm start ended before it was ready.')))
  })
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { url: `http://localhost:${PORT}`, stop }
}

export const openBrowser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  })

export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await (await popup).getByRole('button', { name: 'Demo Account' }).click()
  await page.waitForURL(`${url}/`)
}

export async function openForm(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/create-video`)
  await page.locator('form:not([inert])').waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.getByRole('banner').getByText('credits').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
}
