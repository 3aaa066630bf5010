/** Filled in by vite/function-bundle.ts. */
export const VERSION = 'dev'
