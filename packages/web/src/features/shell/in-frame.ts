import { createContext } from 'react'

/** Whether a frame around has the page's main landmark already. */
export const InFrame = createContext(false)
