import { createContext } from 'react'

/** True once the address belongs to another page, whose code may still be loading. */
export const LeavingContext = createContext(false)
