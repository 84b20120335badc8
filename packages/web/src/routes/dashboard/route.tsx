import { createFileRoute, Outlet } from '@tanstack/react-router'
import { SignedIn } from '../../features/shell/signed-in.tsx'
import { requireSession } from '../../lib/session.ts'

export const Route = createFileRoute('/dashboard')({
  beforeLoad: requireSession,
  component: () => (
    <SignedIn>
      <Outlet />
    </SignedIn>
  ),
})
