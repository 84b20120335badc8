import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { type Session, sessionQuery } from '../../lib/session.ts'

const CurrentSession = createContext<Session | null>(null)

/** Below a guarded route. When the session ends there is nothing to show until the guard leads away. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data: session = null } = useQuery(sessionQuery)
  return session === null ? null : <CurrentSession value={session}>{children}</CurrentSession>
}

/** Who is signed in, as of now. */
export function useCurrentSession(): Session {
  const session = use(CurrentSession)
  if (session === null) throw new Error('Nothing above this says who is signed in.')
  return session
}
