import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { ToastsLater } from './toasts-later.tsx'

/** The providers that the components need, once at the root of an application. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={300}>
        <ToastsLater>{children}</ToastsLater>
      </Tooltip.Provider>
    </CSPProvider>
  )
}
