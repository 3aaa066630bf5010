/** `Uint8Array<ArrayBuffer>`, written for Deno 2.1, whose TypeScript has no generic typed arrays. */
export type Bytes = ReturnType<TextEncoder['encode']>
