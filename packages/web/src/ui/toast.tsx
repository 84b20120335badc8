import { createContext, use } from 'react'
import type { Tone } from './tone.ts'

export type ToastTone = Exclude<Tone, 'neutral'>

export interface ToastContent {
  tone?: ToastTone
  title: string
  description?: string
  /** Undoes the action, or leads to its result. */
  action?: { label: string; onClick: () => void }
}

export type ShowToast = (content: ToastContent) => void

export const ToastContext = createContext<ShowToast | null>(null)

/** Shows a short message; failures are announced assertively. */
export function useToast(): ShowToast {
  const show = use(ToastContext)
  if (show === null) throw new Error('No place for toasts')
  return show
}
