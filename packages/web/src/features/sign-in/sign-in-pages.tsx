import { Suspense, use } from 'react'
import { AlreadySignedIn } from './already-signed-in.tsx'
import { ConfirmEmailPage } from './confirm-email-page.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { GateSkeleton } from './gate.tsx'
import { mailedLinkIn } from './mailed-link.ts'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import type { Start } from './start.ts'
import { VerifyEmailPage } from './verify-email-page.tsx'

interface SignInPagesProps {
  path: string
  start: Promise<Start>
}

/** Five paths, one light page; each is a document of its own, so there is no router. */
export function SignInPages(props: SignInPagesProps) {
  return (
    <Suspense fallback={<GateSkeleton />}>
      <PageFor {...props} />
    </Suspense>
  )
}

function PageFor({ path, start }: SignInPagesProps) {
  const { options, visitor, invitation } = use(start)
  const link = mailedLinkIn(window.location.search)
  switch (path.replace(/\/+$/, '')) {
    case '/sign-up':
      return visitor ? (
        <AlreadySignedIn visitor={visitor} />
      ) : (
        <SignUpForm options={options} invitation={invitation} />
      )
    case '/forgot-password':
      return <ForgotPasswordForm options={options} visitor={visitor} />
    case '/reset-password':
      return <ResetPasswordForm options={options} />
    case '/verify-email':
      return link === null ? (
        <VerifyEmailPage visitor={visitor} />
      ) : (
        <ConfirmEmailPage link={link} />
      )
    default:
      return visitor ? (
        <AlreadySignedIn visitor={visitor} />
      ) : (
        <SignInForm options={options} invitation={invitation} />
      )
  }
}
