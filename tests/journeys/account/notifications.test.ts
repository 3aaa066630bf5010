// Notifications, with all tabs of the site closed. Chromium's own push service can't be reached from a closed network, so
// the page gets a subscription of the stand-in, and the worker gets what the stand-in's browser decrypted. The rest is
// real.
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoFaults } from '../../support/journeys/axe.ts'
import { startWith600 } from '../../support/journeys/faults.ts'
import { clickGenerate, fillForm } from '../../support/journeys/generate.ts'
import { openBrowser, startServerForTest } from '../../support/journeys/journey.ts'
import { cutWords, doubleText, getOverflow } from '../../support/journeys/layout.ts'
import { JOURNEY_ENV } from '../../support/journeys/workers.ts'
import { makeCertificate } from '../../support/messages/own-certificate.ts'
import { Subscription, verifyVapid } from '../../support/messages/push-service.ts'
import { openReceiver } from '../../support/messages/webhook-receiver.ts'

openBrowser('complete')
const certificate = makeCertificate()
const service = openReceiver(certificate)

const getSection = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Lets the browser subscribe at the stand-in. */
async function replacePushService(context: BrowserContext): Promise<Subscription> {
  const subscription = new Subscription(`https://127.0.0.1:${service.port}`)
  await context.grantPermissions(['notifications'])
  await context.addInitScript((body) => {
    const key = 'subscribed-at-the-stand-in'
    const subscribed = {
      toJSON: () => body,
      unsubscribe: async () => {
        localStorage.removeItem(key)
        return true
      },
    }
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem(key, '1')
      return subscribed as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem(key) ? (subscribed as unknown as PushSubscription) : null
  }, subscription.body)
  return subscription
}

/**
 * Gives a message to the worker, as the browser does, and waits until the worker has handled it. On a busy machine,
 * Chromium forgets a notification whose list is read while it is being shown (4 of 60 tries).
 */
async function deliver(session: CDPSession, origin: string, message: unknown): Promise<void> {
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted)
      if (found) resolve(found.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const handled = new Promise<void>((resolve) => {
    session.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: { eventName } }) => {
      if (eventName === 'Push event completed') resolve()
    })
  })
  const service = 'pushMessaging'
  await session.send('BackgroundService.startObserving', { service })
  await session.send('BackgroundService.setRecording', { service, shouldRecord: true })
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) })
  await handled
}

/** Returns the titles, texts, and tags of the notifications that are shown. */
async function listShown(context: BrowserContext): Promise<string[][]> {
  const [worker] = context.serviceWorkers()
  return worker
    ? worker.evaluate(async () => {
        const { registration } = globalThis as unknown as ServiceWorkerGlobalScope
        return (await registration.getNotifications()).map(({ title, body, tag }) => [title, body, tag])
      })
    : []
}

interface ServiceWorkerGlobalScope {
  registration: ServiceWorkerRegistration
  clients: { openWindow(path: string): Promise<null> }
  opened?: string
}

it('notifies a user whose tabs are closed, opens the video on a click, and stops when the device is removed', async () => {
  const { url } = await startServerForTest({ env: { ...JOURNEY_ENV, NODE_EXTRA_CA_CERTS: certificate.file } })
  const journey = await startWith600(url)
  const { page, context } = journey
  const subscription = await replacePushService(context)
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'A lake at dawn' })
  await clickGenerate(page)
  await page.getByRole('button', { name: "Notify me when it's ready" }).click()
  await page.getByText("We'll notify you when it's ready. You can close this tab.").waitFor()
  const blank = await context.newPage()
  await page.close()

  await expect.poll(() => service.received.length, { timeout: 120_000 }).toBe(1)
  const [received] = service.received
  if (!received) throw new Error('nothing was sent')
  const key = (await (await fetch(`${url}/api/capabilities`)).json()).data.pushKey
  await verifyVapid(received, `https://127.0.0.1:${service.port}`, key)
  const message = subscription.decrypt(received) as { id: string }
  expect(message).toEqual({
    id: expect.any(String),
    path: `/videos/${message.id}`,
    title: '🎉 Your video is ready!',
    body: 'Kling 1.6',
  })
  expect(received.path).toBe(subscription.path)

  const session = await context.newCDPSession(blank)
  await deliver(session, url, message)
  expect(await listShown(context)).toEqual([['🎉 Your video is ready!', 'Kling 1.6', message.id]])
  const [worker] = context.serviceWorkers()
  const opened = await worker?.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerGlobalScope & EventTarget
    // Only a real click may open a window.
    scope.clients.openWindow = async (path) => {
      scope.opened = path
      return null
    }
    const [notification] = await scope.registration.getNotifications()
    const click = new Event('notificationclick')
    let work: Promise<unknown> | undefined
    const waitUntil = (promise: Promise<unknown>) => {
      work = promise
    }
    scope.dispatchEvent(Object.assign(click, { notification, waitUntil }))
    await work
    return scope.opened
  })
  expect(opened).toBe(`/videos/${message.id}`)
  expect(await listShown(context)).toEqual([])

  await blank.goto(`${url}/account#notifications`)
  const section = getSection(blank)
  await section.getByText('This device', { exact: true }).waitFor()
  await section.getByText(/^Last notification /).waitFor()
  // A reload before the response would cancel the request.
  const saved = blank.waitForResponse((response) => response.request().postDataJSON()?.showsPrompt === true)
  await section.getByLabel('Show the prompt if a video has no title').check()
  await saved
  await blank.reload()
  await expect.poll(() => section.getByLabel('Show the prompt if a video has no title').isChecked()).toBe(true)
  await section.getByRole('button', { name: 'Remove' }).click()
  await section.getByText('Device removed. It gets no more notifications.').waitFor()
  await section.getByText('No devices yet').waitFor()
  await section.getByRole('button', { name: 'Turn on for this device' }).click()
  await section.getByText('Notifications are on for this device.').waitFor()
})

it('says what to do where notifications are off, blocked, or fail, at every width', async () => {
  const { page, context, url, expectComplaint } = await startWith600()
  await replacePushService(context)
  expectComplaint(/status of 503|ERR_FAILED/)
  await context.route('**/api/devices', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto(`${url}/account#notifications`)
  const section = getSection(page)
  await section.getByText("We couldn't load your devices.").waitFor({ timeout: 60_000 })
  await expectNoFaults(page, 'failed')
  await context.unroute('**/api/devices')
  await section.getByRole('button', { name: 'Try again' }).click()
  await section.getByText('No devices yet').waitFor()
  await section.getByText(/^We send no email/).waitFor()
  await expectNoFaults(page, 'none')
  await section.getByRole('button', { name: 'Turn on for this device' }).click()
  await section.getByLabel('Show the prompt if a video has no title').waitFor()
  await expectNoFaults(page, 'on')
  await page.setViewportSize({ width: 360, height: 740 })
  await doubleText(page)
  expect([await getOverflow(page), await cutWords(page)]).toEqual([0, []])
  await context.clearPermissions()
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await page.reload()
  await section.getByText(/^Notifications are blocked for this site/).waitFor()
})
