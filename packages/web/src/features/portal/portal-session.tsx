import { createContext, type ReactNode, use, useMemo } from 'react'
import { type Api, apiWith } from '../../lib/api.ts'

interface PortalSession {
  api: Api
  leave: () => void
}

const Session = createContext<PortalSession | null>(null)

interface PortalSessionProviderProps {
  token: string
  leave: () => void
  children: ReactNode
}

export function PortalSessionProvider({ token, leave, children }: PortalSessionProviderProps) {
  const session = useMemo(() => ({ api: apiWith(token), leave }), [token, leave])
  return <Session value={session}>{children}</Session>
}

/** Only inside the portal, once somebody is in. */
export function usePortal(): PortalSession {
  const session = use(Session)
  if (session === null) throw new Error('Nobody is in')
  return session
}
