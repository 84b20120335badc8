import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#/entities/account/session.ts'
import { organizationsQuery } from '#/entities/organization/own-organizations.ts'
import { mayIn } from '#/entities/organization/roles.ts'
import { useFreshSession } from '#/features/account/fresh-session.tsx'
import { ApproveLogin } from '#/features/command-line/approve-login.tsx'
import { Page } from '#/features/shell/page.tsx'
import { SignedIn, useCurrentSession } from '#/features/shell/signed-in.tsx'
import { Stage } from '#/features/shell/stage.tsx'
import { Banner } from '#/ui/banner.tsx'

/** Where the code of `guildhall login` is typed. */
export const Route = createFileRoute('/command-line')({
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(organizationsQuery),
  component: () => (
    <SignedIn>
      <CommandLine />
    </SignedIn>
  ),
})

function CommandLine() {
  const { user } = useCurrentSession()
  const { data } = useSuspenseQuery(organizationsQuery)
  const { run, dialog } = useFreshSession('/command-line')
  const organizations = data.filter(({ role }) => mayIn(role, 'developers', 'write'))
  return (
    <Stage user={user}>
      <div>
        <Page title="Log in a command line">
          <p className="-mt-3 text-ink-2">
            Gives it an access token for one of your organizations.
          </p>
        </Page>
      </div>
      {organizations.length === 0 ? (
        <Banner>
          Only owners and admins of an organization can create access tokens. Ask one of them to log
          in.
        </Banner>
      ) : (
        <ApproveLogin organizations={organizations} run={run} />
      )}
      {dialog}
    </Stage>
  )
}
