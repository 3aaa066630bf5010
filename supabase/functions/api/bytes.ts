/** `Uint8Array<ArrayBuffer>`, written for the TypeScript of Deno 2.1, whose typed arrays are not generic. */
export type Bytes = ReturnType<TextEncoder['encode']>
