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

addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data ?? {}
  event.waitUntil(showPage(/^\/(?!\/)/.test(path) ? path : '/videos'))
})

// A tab with another page or section stays as it is: it may have text that isn't sent yet.
async function showPage(path) {
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [page, section] = path.split('#')
  const open = tabs.find((tab) => {
    const { pathname, hash } = new URL(tab.url)
    return pathname === page && (!section || hash === `#${section}`)
  })
  return open ? open.focus() : clients.openWindow(path)
}

// The browser has replaced its subscription. The page tells our server the next time that it is opened, because only
// the page is signed in.
addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options
  if (!event.newSubscription && options) event.waitUntil(registration.pushManager.subscribe(options).catch(() => {}))
})
