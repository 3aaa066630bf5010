/** Whether this browser can show a notification while the page is open. Phones ask for a service worker instead. */
export function canNotify(): boolean {
  if (typeof Notification === 'undefined' || !window.isSecureContext) return false
  if (Notification.permission !== 'default') return true
  try {
    // Without the permission nothing is shown, but a browser that allows no such thing says so at once.
    new Notification('').close()
    return true
  } catch {
    return false
  }
}

/** Shows it unless the page is on the screen, where it can be seen anyway, or it was not allowed. */
export function notify(title: string, { body, tag, isShown }: { body: string; tag: string; isShown: boolean }): void {
  if (isShown || typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  try {
    const shown = new Notification(title, { body, tag, icon: '/favicon.svg' })
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  } catch {
    // A browser that takes the permission and still refuses: the tab's title says it too.
  }
}
