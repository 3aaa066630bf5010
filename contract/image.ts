// Limits of an input image. The browser shrinks files to them, and the API checks them again.

/** Noise of the size that the browser sends is 3.7 MB in Chromium. */
export const MAX_IMAGE_BYTES = 4 * 1024 * 1024
/** Documented by the providers: JPEG or PNG, at least 300 px, ratio 1:4 to 4:1. */
export const MIN_IMAGE_SIDE_PX = 300
export const MAX_IMAGE_RATIO = 4
