import { createFileRoute } from '@tanstack/react-router'
import { CreateUserForm } from '#/features/admin/create-user-form.tsx'
import { UsersTrail } from '#/features/admin/users-trail.tsx'
import { Page } from '#/features/shell/page.tsx'

export const Route = createFileRoute('/admin/users/new')({
  component: () => (
    <Page title="Create user" trail={<UsersTrail />}>
      <CreateUserForm />
    </Page>
  ),
})
