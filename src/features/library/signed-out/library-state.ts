/** `not_kept`: the server stores no videos. `cut_off`: the sign-in code couldn't load. */
export type LibraryState = 'loading' | 'ready' | 'signed_out' | 'cut_off' | 'not_kept' | 'unreachable'
