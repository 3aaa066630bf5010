/** Returns whether notifications work here. Phones require a service worker for them. */
export function canNotify(): boolean {
  if (typeof Notification === 'undefined' || !window.isSecureContext) return false
  if (Notification.permission !== 'default') return true
  try {
    // Shows nothing without permission, but throws where notifications are not supported.
    new Notification('').close()
    return true
  } catch {
    return false
  }
}

/** Shows a notification. It does nothing while the page is visible, or without permission. */
export function notify(title: string, { body, tag, isShown }: { body: string; tag: string; isShown: boolean }): void {
  if (isShown || typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  try {
    const shown = new Notification(title, { body, tag, icon: '/favicon.svg' })
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  } catch {
    // Some browsers refuse in spite of the permission: the tab's title tells it too.
  }
}
