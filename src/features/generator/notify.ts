/** Returns whether notifications work here. Phones require a service worker for them. */
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

/** Shows a notification, unless the page is visible or the permission is missing. */
export function notify(title: string, { body, tag, isShown }: { body: string; tag: string; isShown: boolean }): void {
  if (isShown || typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  try {
    const shown = new Notification(title, { body, tag, icon: '/favicon.svg' })
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  } catch {
    // Some browsers refuse despite the permission. The tab's title also shows the message.
  }
}
