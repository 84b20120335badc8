import { createFileRoute, redirect } from '@tanstack/react-router'
import { sessionQuery } from '#/entities/account/session.ts'
import { BecomeOperator } from '#/features/admin/become-operator.tsx'
import { Page } from '#/features/shell/page.tsx'
import { SignedIn, useCurrentSession } from '#/features/shell/signed-in.tsx'
import { Stage } from '#/features/shell/stage.tsx'

export const Route = createFileRoute('/become-operator')({
  // A new server has no accounts to sign in to.
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session !== null) return
    const next = new URLSearchParams({ next: location.href })
    throw redirect({ href: `/sign-up?${next}`, reloadDocument: true, replace: true })
  },
  component: () => (
    <SignedIn>
      <NewOperator />
    </SignedIn>
  ),
})

function NewOperator() {
  const { user } = useCurrentSession()
  const code = new URLSearchParams(window.location.search).get('code')
  return (
    <Stage user={user}>
      <div>
        <Page title="Become the operator of this server">
          <BecomeOperator code={code ?? ''} />
        </Page>
      </div>
    </Stage>
  )
}
