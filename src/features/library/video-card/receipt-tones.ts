/** The colors of the text about the credits. */
export const RECEIPT_TONES = { held: 'text-amber', captured: 'text-text', released: 'text-ok' }
