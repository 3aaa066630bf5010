/** The content of workflows/, by file name. It is filled in when the function is bundled (vite/function-bundle.ts). */
export const WORKFLOWS: Record<string, unknown> = {}
