import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { type Session, sessionQuery } from '#/entities/account/session.ts'

const CurrentSession = createContext<Session | null>(null)

/** Wraps guarded routes. When the session ends it renders nothing until the guard redirects. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data: session = null } = useQuery(sessionQuery)
  return session === null ? null : <CurrentSession value={session}>{children}</CurrentSession>
}

/** The current user. */
export function useCurrentSession(): Session {
  const session = use(CurrentSession)
  if (session === null) throw new Error('This component needs a signed-in user above it.')
  return session
}
