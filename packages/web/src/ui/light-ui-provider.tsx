import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { ToastsLater } from './toasts-later.tsx'

/** The providers of a light page, which has no tooltips. */
export function LightUiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <ToastsLater>{children}</ToastsLater>
    </CSPProvider>
  )
}
