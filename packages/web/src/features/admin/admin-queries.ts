import { listUserActivity } from '@guildhall/contract/identity/activity'
import {
  getUser,
  listUserAccounts,
  listUserSessions,
  listUsers,
} from '@guildhall/contract/identity/admin'
import { signInOptions } from '@guildhall/contract/identity/sign-in-options'
import type { ResponseOf } from '@guildhall/contract/operation'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'
import { type UsersView, usersRequest } from './users-view.ts'

export type User = ResponseOf<typeof getUser>
export type UserSession = ResponseOf<typeof listUserSessions>['sessions'][number]

/** Everything that an operator's action may have changed. */
export const adminKey = ['admin'] as const

export const usersQuery = (view: UsersView) =>
  queryOptions({
    queryKey: [...adminKey, 'users', view],
    queryFn: ({ signal }) => api.call(listUsers, { query: usersRequest(view), signal }),
    placeholderData: keepPreviousData,
  })

export const userKey = (userId: string) => [...adminKey, 'user', userId] as const

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: userKey(userId),
    queryFn: ({ signal }) => api.call(getUser, { query: { id: userId }, signal }),
  })

export const userSessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...userKey(userId), 'sessions'],
    queryFn: ({ signal }) => api.call(listUserSessions, { body: { userId }, signal }),
  })

export const userAccountsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...userKey(userId), 'accounts'],
    queryFn: ({ signal }) => api.call(listUserAccounts, { query: { userId }, signal }),
  })

/** The operator’s configuration, constant while the server runs. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => api.call(signInOptions, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

const activityLimit = 10

export const userActivityQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...userKey(userId), 'activity'],
    queryFn: ({ signal, pageParam }) => {
      const page = pageParam === null ? {} : { cursor: pageParam }
      const query = { userId, limit: activityLimit, ...page }
      return api.call(listUserActivity, { query, signal })
    },
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

function firstPage(): string | null {
  return null
}
