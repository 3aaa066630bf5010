/** Stands alone so that tests can replace it. */
export function reloadPage(): void {
  window.location.reload()
}
