/** What the header shows of who is signed in. */
export const loadAccount = () => import('./signed-in-account')
