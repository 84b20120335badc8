import { getSession } from '@guildhall/contract/identity/sessions'
import type { ResponseOf } from '@guildhall/contract/operation'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { api } from '#/lib/api.ts'
import { nullIfMissing } from '#/lib/null-if-missing.ts'

export type Session = NonNullable<ResponseOf<typeof getSession>>

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  // 404 means that the server has no sessions.
  queryFn: ({ signal }) => nullIfMissing(api.call(getSession, { signal })),
})

interface Guarded {
  context: { queryClient: QueryClient }
  location: { href: string }
}

/** Guards routes that need an account; sign-in redirects back here. */
export async function requireSession({ context, location }: Guarded): Promise<Session> {
  const session = await context.queryClient.ensureQueryData(sessionQuery)
  if (session !== null) return session
  const next = new URLSearchParams({ next: location.href })
  throw redirect({ href: `/sign-in?${next}`, reloadDocument: true, replace: true })
}

/** Whether a user is an operator; several roles are joined by commas. */
export function isOperator({ role }: { role?: string | null | undefined }): boolean {
  return role?.split(',').includes('admin') ?? false
}
