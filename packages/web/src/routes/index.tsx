import { createFileRoute, redirect } from '@tanstack/react-router'

/** The start is the dashboard; without a session its guard leads to sign-in. */
export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})
