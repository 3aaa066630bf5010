declare global {
  interface Window {
    /** From public/early-presses.js. Returns the buttons clicked before hydration, and stops recording. */
    takeEarlyPresses?: () => HTMLButtonElement[]
  }
}

export function replayEarlyPresses(): void {
  for (const button of window.takeEarlyPresses?.() ?? []) {
    delete button.dataset.pressed
    if (button.isConnected) button.click()
  }
}
