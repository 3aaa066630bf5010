import type { Device } from '@contract/messages'
import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { MODELS } from '@/config/models'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { addToNavigator, installFakePush } from '../../../support/app/fake-push'
import { renderAccount, testAccount } from './render-account'

function testDevice(patch: Partial<Device> = {}): Device {
  return {
    id: 'device-1',
    userAgent: null,
    isOwn: true,
    showsPrompt: false,
    createdAt: '2026-11-01T00:00:00.000Z',
    sentAt: null,
    ...patch,
  }
}

/** Opens the section. `calls`: the responses, by method and path. */
async function openNotifications(calls: Record<string, (body?: unknown) => unknown>, pushKey: string | null = 'key') {
  const app = renderAccount({ section: 'notifications' })
  app.answer.mockImplementation((call, { body }) => {
    if (call === 'GET /api/account') return testAccount()
    if (call === 'GET /api/capabilities') return { maxOpenJobs: 4, pushKey, models: MODELS }
    return calls[call]?.(body)
  })
  return { ...app, part: await app.ready() }
}
const list = (...devices: Device[]) => ({ 'GET /api/devices': () => ({ devices }) })

it('turns notifications on for this device, and shows the prompt only on request', async () => {
  const push = installFakePush()
  const saved: unknown[] = []
  const { part, user } = await openNotifications({
    ...list(),
    'POST /api/devices': (body) => {
      saved.push(body)
      return { device: testDevice({ showsPrompt: (body as { showsPrompt: boolean }).showsPrompt }) }
    },
  })
  await part.findByText('No devices yet')
  part.getByText('We send no email: this service has no mail server. Your email only identifies your account.')
  expect(push.register).not.toHaveBeenCalled()
  await user.click(await part.findByRole('button', { name: 'Turn on for this device' }))
  await part.findByText('Notifications are on for this device.')
  part.getByText('This device')
  expect(push.register).toHaveBeenCalledWith('/push-worker.js')
  expect(push.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' })
  const prompt = part.getByLabelText('Show the prompt if a video has no title')
  expect(prompt).not.toBeChecked()
  await user.click(prompt)
  await waitFor(() =>
    expect(saved).toEqual([push.body, push.body].map((body, index) => ({ ...body, showsPrompt: index === 1 }))),
  )
  await waitFor(() => expect(prompt).toBeChecked())
})

it("saves this device's subscription again when the section opens, because the browser may have replaced it", async () => {
  const push = installFakePush({ isSubscribed: true })
  const remove = vi.fn(() => ({ id: 'x' }))
  const { part, user, answer } = await openNotifications({
    ...list(testDevice({ showsPrompt: true })),
    'POST /api/devices': () => ({ device: testDevice({ id: 'device-new', showsPrompt: true }) }),
    'DELETE /api/devices/device-new': remove,
  })
  await part.findByText('Notifications are on for this device.')
  const request = expect.objectContaining({ body: { ...push.body, showsPrompt: true } })
  await waitFor(() => expect(answer).toHaveBeenCalledWith('POST /api/devices', request))
  // The new device is listed in place of the replaced one.
  await user.click(part.getByRole('button', { name: 'Remove' }))
  await part.findByText('No devices yet')
  expect(remove).toHaveBeenCalledOnce()
})

it("saves this device's subscription no more once the user has blocked notifications", async () => {
  const push = installFakePush({ isSubscribed: true, permission: 'denied' })
  const { part } = await openNotifications(list(testDevice()))
  await part.findByText(/^Notifications are blocked for this site\./)
  expect(push.subscribe).not.toHaveBeenCalled()
})

it('subscribes anew if the browser is subscribed with an earlier key of the server', async () => {
  const push = installFakePush({ isSubscribed: true })
  push.subscribe.mockRejectedValueOnce(new DOMException('another key', 'InvalidStateError'))
  const { part, user } = await openNotifications({ ...list(), 'POST /api/devices': () => ({ device: testDevice() }) })
  await user.click(await part.findByRole('button', { name: 'Turn on for this device' }))
  await part.findByText('Notifications are on for this device.')
  expect([push.unsubscribe, push.subscribe].map(({ mock }) => mock.calls.length)).toEqual([1, 2])
})

it('removes a device, and ends the subscription of this one only', async () => {
  const push = installFakePush({ isSubscribed: true })
  const phone = testDevice({ id: 'device-2', isOwn: false, sentAt: '2026-11-02T00:00:00.000Z' })
  const remove = vi.fn(() => ({ id: 'x' }))
  const { part, user } = await openNotifications({
    ...list(testDevice(), phone),
    'POST /api/devices': () => ({ device: testDevice() }),
    'DELETE /api/devices/device-1': remove,
    'DELETE /api/devices/device-2': remove,
  })
  const [, other] = await part.findAllByRole('button', { name: 'Remove' })
  if (other) await user.click(other)
  await part.findByText('Device removed. It gets no more notifications.')
  expect(push.unsubscribe).not.toHaveBeenCalled()
  await user.click(part.getByRole('button', { name: 'Remove' }))
  await part.findByText('No devices yet')
  expect([remove.mock.calls.length, push.unsubscribe.mock.calls.length]).toEqual([2, 1])
})

it.each([
  ['the browser refuses', () => new DOMException('no', 'AbortError'), /^Your browser couldn't subscribe\./],
  ['the network is gone', () => new NetworkError('network'), /^We couldn't save this\./],
  [
    'the account has twenty devices',
    () => new ApiError({ status: 409, code: 'too_many_devices', message: '' }),
    /^You get notifications on 20 devices\./,
  ],
])('says why notifications stay off if %s', async (_, make, sentence) => {
  const push = installFakePush()
  const error = make()
  if (error instanceof DOMException) push.subscribe.mockRejectedValue(error)
  const refuse = () => {
    throw error
  }
  const { part, user } = await openNotifications({ ...list(), 'POST /api/devices': refuse })
  await user.click(await part.findByRole('button', { name: 'Turn on for this device' }))
  expect((await part.findByRole('alert')).textContent).toMatch(sentence)
})

it.each([
  ['are blocked', () => installFakePush({ permission: 'denied' }), /^Notifications are blocked for this site\./],
  [
    'need an app on the Home Screen',
    () => addToNavigator('standalone', false),
    /^On iPhone and iPad, Safari notifies you only/,
  ],
  ['are missing in the browser', () => {}, /^This browser can't receive notifications\./],
])('says what to do where notifications %s', async (_, arrange, sentence) => {
  arrange()
  const { part } = await openNotifications(list())
  await part.findByText(sentence)
  expect(part.queryByRole('button', { name: 'Turn on for this device' })).toBeNull()
})

it('offers nothing if the server sends no notifications', async () => {
  installFakePush()
  const { part } = await openNotifications(list(), null)
  await part.findByText(/^This server sends no notifications\./)
})
