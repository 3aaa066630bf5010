/** Loads the header's account parts. */
export const loadAccount = () => import('./signed-in-account')
