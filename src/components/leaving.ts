import { createContext } from 'react'

/** Whether the address already belongs to another page, whose code may still be loading. */
export const LeavingContext = createContext(false)
