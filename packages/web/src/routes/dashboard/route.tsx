import { createFileRoute, Outlet } from '@tanstack/react-router'
import { requireSession } from '#/entities/account/session.ts'
import { SignedIn } from '#/features/shell/signed-in.tsx'

export const Route = createFileRoute('/dashboard')({
  beforeLoad: requireSession,
  component: () => (
    <SignedIn>
      <Outlet />
    </SignedIn>
  ),
})
