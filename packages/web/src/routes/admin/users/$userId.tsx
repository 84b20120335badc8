import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { isOperator } from '#/entities/account/session.ts'
import {
  signInOptionsQuery,
  userAccountsQuery,
  userActivityQuery,
  userQuery,
  userSessionsQuery,
} from '#/features/admin/admin-queries.ts'
import { isMissing } from '#/features/admin/is-missing.ts'
import { UserActions } from '#/features/admin/user-actions.tsx'
import { OperatorBadge, StatusBadge } from '#/features/admin/user-badges.tsx'
import { UserDetails } from '#/features/admin/user-details.tsx'
import { nameOf } from '#/features/admin/user-name.ts'
import { UserSkeleton } from '#/features/admin/user-skeleton.tsx'
import { UsersTrail } from '#/features/admin/users-trail.tsx'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { Badge } from '#/ui/badge.tsx'

export const Route = createFileRoute('/admin/users/$userId')({
  loader: async ({ context: { queryClient }, params: { userId } }) => {
    void queryClient.prefetchQuery(signInOptionsQuery)
    void queryClient.prefetchQuery(userSessionsQuery(userId))
    void queryClient.prefetchQuery(userAccountsQuery(userId))
    void queryClient.prefetchInfiniteQuery(userActivityQuery(userId))
    try {
      await queryClient.ensureQueryData(userQuery(userId))
    } catch (error) {
      if (isMissing(error)) throw notFound()
      throw error
    }
  },
  pendingComponent: UserSkeleton,
  notFoundComponent: () => (
    <NotFoundPage title="User not found">
      The account may have been deleted, or the link may be wrong.
    </NotFoundPage>
  ),
  component: User,
})

function User() {
  const { userId } = Route.useParams()
  const { operator } = Route.useRouteContext()
  const { data: user } = useSuspenseQuery(userQuery(userId))
  const isOwn = user.id === operator.id
  const about = (
    <>
      <StatusBadge user={user} />
      {isOperator(user) && <OperatorBadge />}
      {isOwn && <Badge>you</Badge>}
    </>
  )
  return (
    <Page
      title={nameOf(user)}
      trail={<UsersTrail />}
      about={about}
      actions={<UserActions user={user} isOwn={isOwn} />}
    >
      <UserDetails user={user} isOwn={isOwn} />
    </Page>
  )
}
