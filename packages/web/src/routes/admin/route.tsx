import { createFileRoute, notFound, Outlet } from '@tanstack/react-router'
import Scale from 'lucide-react/icons/scale'
import UsersIcon from 'lucide-react/icons/users'
import { isOperator, requireSession } from '#/entities/account/session.ts'
import { AccountMenu } from '#/features/shell/account-menu.tsx'
import { Frame } from '#/features/shell/frame.tsx'
import { Place } from '#/features/shell/place.tsx'

/** Not found for users who are not operators. */
export const Route = createFileRoute('/admin')({
  beforeLoad: async (guarded) => {
    const { user } = await requireSession(guarded)
    if (!isOperator(user)) throw notFound()
    return { operator: user }
  },
  component: Admin,
})

function Admin() {
  const { operator } = Route.useRouteContext()
  return (
    <Frame
      name="Admin"
      place={<Place name="Guildhall" />}
      sections={sections}
      footer={<AccountMenu user={operator} />}
    >
      <Outlet />
    </Frame>
  )
}

const sections = [
  {
    label: 'Server',
    items: [
      { label: 'Users', icon: UsersIcon, link: { to: '/admin/users' as const } },
      { label: 'Reconciliation', icon: Scale, link: { to: '/admin/reconciliation' as const } },
    ],
  },
]
