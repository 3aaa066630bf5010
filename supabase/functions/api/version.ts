/** Which code this is: filled in where the function is bundled (build/function-bundle.ts). */
export const VERSION = 'dev'
