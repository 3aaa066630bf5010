/**
 * Hides keys that belong to an input method from the page. Enter then only ends the composition, and doesn't also choose
 * a model or send the form. `window` sees a key before React and every other listener, so no handler needs its own check.
 */
export function hideComposingKeys(target: Window = window): void {
  target.addEventListener('keydown', (event) => isComposing(event) && event.stopImmediatePropagation(), {
    capture: true,
  })
}

/** Safari sends the key that ends a composition after `compositionend`, with only the key code of input methods. */
function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}
