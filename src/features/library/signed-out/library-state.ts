/** `not_kept`: a server that keeps no videos. `cut_off`: the sign-in could not be loaded. */
export type LibraryState = 'loading' | 'ready' | 'signed_out' | 'cut_off' | 'not_kept' | 'unreachable'
