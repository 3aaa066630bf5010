/** Returns whether a tab can show notifications here. Phones require a service worker for them. */
export function canNotify(): boolean {
  if (typeof Notification === 'undefined' || !window.isSecureContext) return false
  if (Notification.permission !== 'default') return true
  try {
    // Without permission, this shows nothing. It throws where notifications aren't supported.
    new Notification('').close()
    return true
  } catch {
    return false
  }
}

/** Shows a notification about a video, unless the page is visible or the permission is missing. */
export function notify(title: string, { body, id, isShown }: { body: string; id: string; isShown: boolean }): void {
  if (isShown || typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  const options = { body, tag: id, icon: '/favicon.svg' }
  const showInTab = () => {
    try {
      const shown = new Notification(title, options)
      shown.onclick = () => {
        window.focus()
        shown.close()
      }
    } catch {
      // Some browsers refuse despite the permission. The tab's title also shows the message.
    }
  }
  if (!navigator.serviceWorker) {
    showInTab()
    return
  }
  // The worker's notification has the same tag as the one that our server sends, which replaces it.
  navigator.serviceWorker
    .getRegistration()
    .then((worker) => (worker?.active ? worker.showNotification(title, { ...options, data: { id } }) : showInTab()))
    .catch(showInTab)
}
