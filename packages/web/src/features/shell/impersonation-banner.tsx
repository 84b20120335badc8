import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '#/entities/account/session.ts'
import { later } from '#/ui/later.tsx'

const Impersonating = later(async () => (await import('./impersonating.tsx')).Impersonating)

/** Shown above every page and dialog while an operator impersonates a user. */
export function ImpersonationBanner() {
  const { data: session } = useQuery(sessionQuery)
  return session?.session.impersonatedBy ? <Impersonating session={session} /> : null
}
