import { buttonLook } from '../../../ui/button-look.ts'
import { Logo } from '../../../ui/logo.tsx'

/**
 * Whoever is signed in as nobody learns nothing about an invitation but the ways to it: into an
 * account and back here, by pages that are documents of their own.
 */
export function ForStrangers({ path }: { path: string }) {
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
          Somebody invites you to work together in an organization here. Sign in, or create an
          account, with the address that the invitation was sent to. Then you see who it is, and
          accept or decline.
        </p>
        <div className="grid gap-2.5">
          <a
            href={`/sign-in?${next}`}
            className={buttonLook({ variant: 'primary', size: 'l', wide: true })}
          >
            Sign in
          </a>
          <a href={`/sign-up?${next}`} className={buttonLook({ size: 'l', wide: true })}>
            Create an account
          </a>
        </div>
      </div>
    </main>
  )
}
