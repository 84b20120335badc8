import { createContext, type ReactNode, use, useMemo } from 'react'
import { type Api, apiWith } from '#/lib/api.ts'

interface PortalSession {
  token: string
  api: Api
}

const Session = createContext<PortalSession | null>(null)

interface PortalSessionProviderProps {
  token: string
  children: ReactNode
}

export function PortalSessionProvider({ token, children }: PortalSessionProviderProps) {
  const session = useMemo(() => ({ token, api: apiWith(token) }), [token])
  return <Session value={session}>{children}</Session>
}

/** Available only inside the signed-in portal. */
export function usePortal(): PortalSession {
  const session = use(Session)
  if (session === null) throw new Error('Not signed in')
  return session
}
