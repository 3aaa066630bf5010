import { onTestFinished, vi } from 'vitest'

/** Adds a property to the browser's `navigator` for one test. */
export function addToNavigator(name: string, value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, name))
}

/** Gives the page a browser with Web Push. `subscribe` may be changed to reject. */
export function installFakePush({ permission = 'granted' as NotificationPermission, isSubscribed = false } = {}) {
  const body = { endpoint: 'https://push.example/1', keys: { p256dh: 'B', auth: 'a' } }
  let subscription: PushSubscription | null = null
  const unsubscribe = vi.fn(async () => {
    subscription = null
    return true
  })
  const made = { toJSON: () => body, unsubscribe } as unknown as PushSubscription
  if (isSubscribed) subscription = made
  const subscribe = vi.fn(async (_options: PushSubscriptionOptionsInit) => {
    subscription = made
    return made
  })
  const showNotification = vi.fn(async (_title: string, _options: NotificationOptions) => {})
  const registration = {
    active: {},
    pushManager: { subscribe, getSubscription: async () => subscription },
    showNotification,
  }
  let isRegistered = isSubscribed
  const register = vi.fn(async (_url: string) => {
    isRegistered = true
    return registration
  })
  const worker = {
    register,
    ready: Promise.resolve(registration),
    getRegistration: async () => (isRegistered ? registration : undefined),
  }
  class FakeNotification {
    static permission = permission
    static requestPermission = vi.fn(async () => FakeNotification.permission)
    close() {}
  }
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('isSecureContext', true)
  addToNavigator('serviceWorker', worker)
  return { body, subscribe, unsubscribe, register, showNotification, notification: FakeNotification }
}
