declare global {
  interface Window {
    /** Returns the buttons clicked before hydration, which public/start.js has noted, and stops recording. */
    takeEarlyClicks?: () => HTMLButtonElement[]
  }
}

export function replayEarlyClicks(): void {
  for (const button of window.takeEarlyClicks?.() ?? []) {
    // That part is not taken over yet, and does it when it is.
    if (button.closest('[data-late]')) continue
    delete button.dataset.clicked
    if (button.isConnected) button.click()
  }
}
