import { createFileRoute, redirect } from '@tanstack/react-router'

/** The start page is the dashboard; its guard redirects to sign-in without a session. */
export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})
