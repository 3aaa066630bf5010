// Runs public/push-worker.js in a worker without a browser. A journey runs it in Chromium.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'

const SOURCE = readFileSync('public/push-worker.js', 'utf8')

function startWorker(tabs: { url: string; focus?: () => void }[] = []) {
  const handlers: Record<string, (event: object) => void> = {}
  const scope = {
    URL,
    addEventListener: (name: string, handler: (event: object) => void) => {
      handlers[name] = handler
    },
    skipWaiting: vi.fn(),
    registration: {
      showNotification: vi.fn(async (_title: string, _options: object) => {}),
      pushManager: { subscribe: vi.fn(async (_options: object) => {}) },
    },
    clients: { matchAll: async () => tabs, openWindow: vi.fn(async (_path: string) => null) },
  }
  runInNewContext(SOURCE, scope)
  const dispatch = async (name: string, event: object = {}) => {
    let work: Promise<unknown> | undefined
    handlers[name]?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) })
    await work
  }
  return { ...scope, handlers, dispatch }
}

it('handles notifications only, so that no page or file passes through the worker', () => {
  const { handlers, dispatch, skipWaiting } = startWorker()
  expect(Object.keys(handlers)).toEqual(['install', 'push', 'notificationclick', 'pushsubscriptionchange'])
  void dispatch('install')
  expect(skipWaiting).toHaveBeenCalledTimes(1)
})

it.each([
  ['no data', null],
  ['data that is no JSON', { json: () => JSON.parse('x') }],
  ['null', { json: () => null }],
])('shows a notification for a message with %s, because a browser ends a silent subscription', async (_, data) => {
  const { dispatch, registration } = startWorker()
  await dispatch('push', { data })
  expect(registration.showNotification).toHaveBeenCalledWith('Your video is ready', expect.anything())
})

it.each([
  ['the page of the video is open', '/videos/job-1', ['https://site.test/videos/job-1#main'], 'focus'],
  ['another page is open', '/videos/job-1', ['https://site.test/create-video'], 'open'],
  ['no page is open', '/videos/job-1', [], 'open'],
  ['the section of the keys is open', '/account#keys', ['https://site.test/account#keys'], 'focus'],
  ['another section is open', '/account#keys', ['https://site.test/account#profile'], 'open'],
])('shows what a notification is about on a click if %s', async (_, path, urls, outcome) => {
  const focus = vi.fn()
  const { dispatch, clients } = startWorker(urls.map((url) => ({ url, focus })))
  const notification = { close: vi.fn(), data: { path } }
  await dispatch('notificationclick', { notification })
  expect(notification.close).toHaveBeenCalledTimes(1)
  expect([focus.mock.calls.length, clients.openWindow.mock.calls]).toEqual(
    outcome === 'focus' ? [1, []] : [0, [[path]]],
  )
})

it('opens only a page of the site', async () => {
  const { dispatch, clients } = startWorker()
  for (const data of [null, { path: '//evil.test' }, { path: 'https://evil.test' }, { path: '/account#keys' }]) {
    await dispatch('notificationclick', { notification: { close() {}, data } })
  }
  expect(clients.openWindow.mock.calls.flat()).toEqual(['/videos', '/videos', '/videos', '/account#keys'])
})

it('subscribes again if the browser drops its subscription', async () => {
  const { dispatch, registration } = startWorker()
  const options = { userVisibleOnly: true }
  await dispatch('pushsubscriptionchange', { oldSubscription: { options } })
  await dispatch('pushsubscriptionchange', { oldSubscription: { options }, newSubscription: {} })
  expect(registration.pushManager.subscribe.mock.calls).toEqual([[options]])
})
