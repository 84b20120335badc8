import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { optionsQuery, pendingEmailQuery } from '#/features/account/account-queries.ts'
import { ChangeEmailForm } from '#/features/account/change-email-form.tsx'
import { EmailCard } from '#/features/account/email-card.tsx'
import { PendingEmailCard } from '#/features/account/pending-email-card.tsx'
import { Page } from '#/features/shell/page.tsx'
import { useCurrentSession } from '#/features/shell/signed-in.tsx'

export const Route = createFileRoute('/account/email')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(optionsQuery),
      queryClient.prefetchQuery(pendingEmailQuery),
    ]),
  component: Email,
})

function Email() {
  const { user } = useCurrentSession()
  const { data: options } = useSuspenseQuery(optionsQuery)
  const { data: pending } = useQuery(pendingEmailQuery)
  return (
    <Page title="Email">
      <div className="grid gap-4">
        <EmailCard user={user} sendsMail={options.sendsMail} />
        {pending && <PendingEmailCard pending={pending} />}
        {!pending && options.changeEmail && <ChangeEmailForm user={user} />}
        {!options.changeEmail && (
          <p className="px-1 text-s text-ink-2">Only the operator of this server can change it.</p>
        )}
      </div>
    </Page>
  )
}
