/** Filled in by build/function-bundle.ts. */
export const VERSION = 'dev'
