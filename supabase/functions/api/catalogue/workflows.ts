/** The content of `workflows/`, by file name. vite/function-bundle.ts inserts it into the bundle. */
export const WORKFLOWS: Record<string, unknown> = {}
