import type { AnswerOf } from '@guildhall/contract/endpoint'
import { listActivity } from '@guildhall/contract/identity/activity'
import { pendingEmailChange } from '@guildhall/contract/identity/email'
import { listSessions } from '@guildhall/contract/identity/sessions'
import { signInOptions } from '@guildhall/contract/identity/sign-in-options'
import { listAccounts } from '@guildhall/contract/identity/social'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type OwnSession = AnswerOf<typeof listSessions>[number]
export type LinkedAccount = AnswerOf<typeof listAccounts>[number]
export type PendingEmail = NonNullable<AnswerOf<typeof pendingEmailChange>>

const accountKey = ['account'] as const

/** What the operator configured; it doesn't change while the server runs. */
export const optionsQuery = queryOptions({
  queryKey: [...accountKey, 'options'],
  queryFn: ({ signal }) => api.call(signInOptions, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const ownSessionsQuery = queryOptions({
  queryKey: [...accountKey, 'sessions'],
  queryFn: ({ signal }) => api.call(listSessions, { signal }),
})

export const linkedAccountsQuery = queryOptions({
  queryKey: [...accountKey, 'linked'],
  queryFn: ({ signal }) => api.call(listAccounts, { signal }),
})

/** The new address that waits for the owner of the old one to agree. */
export const pendingEmailQuery = queryOptions({
  queryKey: [...accountKey, 'pending-email'],
  queryFn: ({ signal }) => api.call(pendingEmailChange, { signal }),
})

const activityLimit = 20

export const activityQuery = infiniteQueryOptions({
  queryKey: [...accountKey, 'activity'],
  queryFn: ({ signal, pageParam }) => {
    const page = pageParam === null ? {} : { cursor: pageParam }
    return api.call(listActivity, { query: { limit: activityLimit, ...page }, signal })
  },
  initialPageParam: firstPage(),
  getNextPageParam: ({ nextCursor }) => nextCursor,
})

function firstPage(): string | null {
  return null
}

/** What a password is stored as among the ways to sign in. */
export const passwordProvider = 'credential'
