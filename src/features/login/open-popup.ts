const WIDTH_PX = 480
const HEIGHT_PX = 680

/** Must be called inside the click, or browsers block it. Returns null if they do anyway. The address is set later. */
export function openPopup(): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - WIDTH_PX) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - HEIGHT_PX) / 2)
  const popup = window.open(
    '',
    // One that is open already is another sign-in.
    '_blank',
    `popup,width=${WIDTH_PX},height=${HEIGHT_PX},left=${left},top=${top}`,
  )
  if (!popup || popup.closed) return null
  popup.focus()
  return popup
}
