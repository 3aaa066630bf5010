/** The drawing's width in pixels. CSS scales it up. */
export const GRAIN_WIDTH = 128
/** The drawing's height in pixels. */
export const GRAIN_HEIGHT = 72
