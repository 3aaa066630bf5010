declare global {
  interface Window {
    /** From public/early-clicks.js. Returns the buttons clicked before hydration, and stops recording. */
    takeEarlyClicks?: () => HTMLButtonElement[]
  }
}

export function replayEarlyClicks(): void {
  for (const button of window.takeEarlyClicks?.() ?? []) {
    delete button.dataset.clicked
    if (button.isConnected) button.click()
  }
}
