import { createContext } from 'react'

/** Whether an outer frame already provides the main landmark. */
export const InFrame = createContext(false)
