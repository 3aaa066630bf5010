declare global {
  interface Window {
    /** From public/early-presses.js: the buttons that were clicked before there was code for them. It notes no more from then on. */
    takeEarlyPresses?: () => HTMLButtonElement[]
  }
}

/** Does what was clicked before the app had taken the page over, in that order. A button that is gone is let go. */
export function replayEarlyPresses(): void {
  for (const button of window.takeEarlyPresses?.() ?? []) {
    delete button.dataset.pressed
    if (button.isConnected) button.click()
  }
}
