// Runs public/push-worker.js in a worker without a browser. A journey runs it in Chromium.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'

const SOURCE = readFileSync('public/push-worker.js', 'utf8')

function startWorker() {
  const handlers: Record<string, (event: object) => void> = {}
  const scope = {
    addEventListener: (name: string, handler: (event: object) => void) => {
      handlers[name] = handler
    },
    skipWaiting: vi.fn(),
    registration: {
      showNotification: vi.fn(async (_title: string, _options: object) => {}),
      pushManager: { subscribe: vi.fn(async (_options: object) => {}) },
    },
    clients: { openWindow: vi.fn(async (_path: string) => null) },
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

it('shows the notification of a video under its ID, so that it replaces an earlier one', async () => {
  const { dispatch, registration } = startWorker()
  const message = { id: 'job-1', path: '/videos/job-1', title: 'Your video is ready', body: 'Morning' }
  await dispatch('push', { data: { json: () => message } })
  const options = { body: 'Morning', tag: 'job-1', icon: '/apple-touch-icon.png', data: { path: '/videos/job-1' } }
  expect(registration.showNotification.mock.calls).toEqual([['Your video is ready', options]])
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
  [null, '/videos'],
  [{ path: '//evil.test' }, '/videos'],
  [{ path: 'https://evil.test' }, '/videos'],
  [{ path: '/account#keys' }, '/account#keys'],
])('opens what a notification is about on a click, and only a page of the site: %j', async (data, opened) => {
  const { dispatch, clients } = startWorker()
  const notification = { close: vi.fn(), data }
  await dispatch('notificationclick', { notification })
  expect(notification.close).toHaveBeenCalledTimes(1)
  expect(clients.openWindow.mock.calls).toEqual([[opened]])
})

it('subscribes again if the browser drops its subscription', async () => {
  const { dispatch, registration } = startWorker()
  const options = { userVisibleOnly: true }
  await dispatch('pushsubscriptionchange', { oldSubscription: { options } })
  await dispatch('pushsubscriptionchange', { oldSubscription: { options }, newSubscription: {} })
  expect(registration.pushManager.subscribe.mock.calls).toEqual([[options]])
})
