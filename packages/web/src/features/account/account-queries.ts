import { listActivity } from '@guildhall/contract/identity/activity'
import { pendingEmailChange } from '@guildhall/contract/identity/email'
import { listSessions } from '@guildhall/contract/identity/sessions'
import { signInOptions } from '@guildhall/contract/identity/sign-in-options'
import { listAccounts } from '@guildhall/contract/identity/social'
import type { ResponseOf } from '@guildhall/contract/operation'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'

export type OwnSession = ResponseOf<typeof listSessions>[number]
export type LinkedAccount = ResponseOf<typeof listAccounts>[number]
export type PendingEmail = NonNullable<ResponseOf<typeof pendingEmailChange>>

const accountKey = ['account'] as const

/** The operator’s configuration, constant while the server runs. */
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

/** The pending new address, until the current address confirms the change. */
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

/** The provider id of a password. */
export const passwordProvider = 'credential'
