import type { AnswerOf } from '@guildhall/contract/endpoint'
import { getSession } from '@guildhall/contract/identity/sessions'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { api } from './api.ts'
import { nullIfMissing } from './null-if-missing.ts'

export type Session = NonNullable<AnswerOf<typeof getSession>>

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  // A server that knows no sessions has none to give.
  queryFn: ({ signal }) => nullIfMissing(api.call(getSession, { signal })),
})

interface Guarded {
  context: { queryClient: QueryClient }
  location: { href: string }
}

/** For the parent route of everything that needs an account; sign-in leads back to here. */
export async function requireSession({ context, location }: Guarded): Promise<Session> {
  const session = await context.queryClient.ensureQueryData(sessionQuery)
  if (session !== null) return session
  const next = new URLSearchParams({ next: location.href })
  throw redirect({ href: `/sign-in?${next}`, reloadDocument: true, replace: true })
}

/** Whether somebody runs this server; several roles are joined by commas. */
export function isOperator({ role }: { role?: string | null | undefined }): boolean {
  return role?.split(',').includes('admin') ?? false
}
