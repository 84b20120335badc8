import { buttonClasses } from '#/ui/button-classes.ts'
import { Logo } from '#/ui/logo.tsx'

/**
 * Signed-out visitors see nothing of an invitation but links to sign in or sign up, which are
 * documents of their own and lead back here.
 */
export function SignedOutInvitation({ path }: { path: string }) {
  const next = new URLSearchParams({ next: path })
  return (
    <main id="main" className="grid min-h-dvh place-items-center px-5 py-10">
      <title>You are invited · Guildhall</title>
      <div className="grid w-full max-w-90 gap-4.5">
        <div className="grid gap-3.5">
          <Logo size="l" />
          <h1 className="text-[1.375rem]/7 font-semibold tracking-[-0.02em]">You are invited</h1>
        </div>
        <p className="text-ink-2">
          You have been invited to join an organization. Sign in or create an account with the
          address the invitation was sent to, then accept or decline.
        </p>
        <div className="grid gap-2.5">
          <a
            href={`/sign-in?${next}`}
            className={buttonClasses({ variant: 'primary', size: 'l', wide: true })}
          >
            Sign in
          </a>
          <a href={`/sign-up?${next}`} className={buttonClasses({ size: 'l', wide: true })}>
            Create an account
          </a>
        </div>
      </div>
    </main>
  )
}
