/** Reloads the page. It is in its own module, so that tests can replace it. */
export function reloadPage(): void {
  window.location.reload()
}
