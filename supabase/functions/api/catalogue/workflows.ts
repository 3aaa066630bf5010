/** By file name, the content of workflows/: filled in where the function is bundled (build/function-bundle.ts). */
export const WORKFLOWS: Record<string, unknown> = {}
