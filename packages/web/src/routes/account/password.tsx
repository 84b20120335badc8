import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import {
  linkedAccountsQuery,
  optionsQuery,
  passwordProvider,
} from '#/features/account/account-queries.ts'
import { NoPassword } from '#/features/account/no-password.tsx'
import { PasswordForm } from '#/features/account/password-form.tsx'
import { Page } from '#/features/shell/page.tsx'
import { useCurrentSession } from '#/features/shell/signed-in.tsx'

export const Route = createFileRoute('/account/password')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(optionsQuery),
      queryClient.ensureQueryData(linkedAccountsQuery),
    ]),
  component: Password,
})

function Password() {
  const { user } = useCurrentSession()
  const { data: options } = useSuspenseQuery(optionsQuery)
  const { data: linked } = useQuery(linkedAccountsQuery)
  const hasPassword = linked?.some(({ providerId }) => providerId === passwordProvider) ?? true
  return (
    <Page title="Password">
      {hasPassword ? (
        <PasswordForm user={user} options={options} />
      ) : (
        <NoPassword email={user.email} />
      )}
    </Page>
  )
}
