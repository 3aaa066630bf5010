/** Bytes in memory of their own, written so that the TypeScript of Deno 2.1, which has no generic arrays, reads it as well. */
export type Bytes = ReturnType<TextEncoder['encode']>
