import { createFileRoute, notFound, Outlet } from '@tanstack/react-router'
import { isOperator, requireSession } from '#/entities/account/session.ts'
import { AccountMenu } from '#/features/shell/account-menu.tsx'
import { Frame } from '#/features/shell/frame.tsx'
import { operatorSections } from '#/features/shell/operator-sections.ts'
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
      sections={operatorSections}
      footer={<AccountMenu user={operator} />}
    >
      <Outlet />
    </Frame>
  )
}
