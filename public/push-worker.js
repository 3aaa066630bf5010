// Shows the notifications that our server sends, and opens the page that they are about on a click. It does nothing else.
// It has no fetch handler and no cache, so no page and no file passes through it, and none that is old can stay.
// Pages never talk to it, so a new version takes over at once, and needn't claim the open tabs.
addEventListener('install', () => skipWaiting())

addEventListener('push', (event) => {
  // Safari ends a subscription whose messages show nothing, so each one is shown, also beside an open tab.
  let message = { title: 'Your video is ready' }
  try {
    message = event.data.json() ?? message
  } catch {}
  const { id, path, title, body } = message
  // An open tab uses the same tag, so a video has one notification.
  event.waitUntil(
    registration.showNotification(title, { body, tag: id, icon: '/apple-touch-icon.png', data: { path } }),
  )
})

// A client's URL stays the one that its tab was opened with. So no open tab is known to show this page, and another one may have text
// that isn't sent yet.
addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data ?? {}
  event.waitUntil(clients.openWindow(/^\/(?!\/)/.test(path) ? path : '/videos'))
})

// The browser has replaced its subscription. The page tells our server the next time that it is opened, because only
// the page is signed in.
addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options
  if (!event.newSubscription && options) event.waitUntil(registration.pushManager.subscribe(options).catch(() => {}))
})
