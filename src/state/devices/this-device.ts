// Subscribes this browser to notifications. It loads when the user turns them on, or when the browser has a worker.
import type { Device, SaveDeviceBody } from '@contract/messages'
import type { Http } from '@/lib/http/http'
import { createDeviceApi } from './device-api'

/** The script of the service worker that shows notifications. */
const PUSH_WORKER = '/push-worker.js'

/**
 * Subscribes this browser, and saves its device. Call it after the permission was granted. Rejects if the browser or our
 * server refuses.
 */
export async function turnOn(http: Http, pushKey: string, { showsPrompt = false } = {}): Promise<Device> {
  await navigator.serviceWorker.register(PUSH_WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  const subscription = await pushManager.subscribe(options).catch(async (error) => {
    // The browser may be subscribed with a key that the server no longer has.
    const known = await pushManager.getSubscription()
    if (!known) throw error
    await known.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint, keys } = subscription.toJSON()
  return createDeviceApi(http).save({ endpoint, keys, showsPrompt } as SaveDeviceBody)
}

/** Ends this browser's subscription. Never rejects: without its device, our server sends nothing anyway. */
export async function turnOff(): Promise<void> {
  await findSubscription().then(
    (subscription) => subscription?.unsubscribe(),
    () => {},
  )
}

/**
 * Returns the devices of the user. If this one is among them, its subscription is saved again, because the browser may
 * have replaced it.
 */
export async function refreshDevices(http: Http, pushKey: string | null): Promise<Device[]> {
  const devices = await createDeviceApi(http).list()
  const own = devices.find(({ isOwn }) => isOwn)
  if (!own || !pushKey || Notification.permission !== 'granted' || !(await findSubscription())) return devices
  const saved = await turnOn(http, pushKey, own).catch(() => own)
  return devices.map((device) => (device === own ? saved : device))
}

async function findSubscription(): Promise<PushSubscription | null | undefined> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
}
