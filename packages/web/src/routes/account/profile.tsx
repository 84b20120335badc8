import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { optionsQuery } from '#/features/account/account-queries.ts'
import { ProfileForm } from '#/features/account/profile-form.tsx'
import { Page } from '#/features/shell/page.tsx'
import { useCurrentSession } from '#/features/shell/signed-in.tsx'

export const Route = createFileRoute('/account/profile')({
  loader: ({ context }) => context.queryClient.ensureQueryData(optionsQuery),
  component: Profile,
})

function Profile() {
  const { user } = useCurrentSession()
  const { data: options } = useSuspenseQuery(optionsQuery)
  return (
    <Page title="Profile">
      <ProfileForm user={user} options={options} />
    </Page>
  )
}
