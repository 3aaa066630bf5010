/** vite/function-bundle.ts inserts the version. */
export const VERSION = 'dev'
