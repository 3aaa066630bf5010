export const loadAccount = () => import('./signed-in-account')
