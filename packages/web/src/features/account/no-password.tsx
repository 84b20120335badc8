import { buttonLook } from '../../ui/button-look.ts'
import { Card } from '../../ui/card.tsx'

/** The first password is set by a mailed link: a signed-in browser alone doesn't prove who it is. */
export function NoPassword({ email }: { email: string }) {
  return (
    <Card title="You have no password yet">
      <div className="grid justify-items-start gap-3">
        <p className="text-s text-ink-2">
          So far you sign in by another service. With a password you can also sign in without it.
          We’ll mail a link to <b className="font-medium break-words text-ink">{email}</b>, where
          you set one.
        </p>
        <a href="/forgot-password" className={buttonLook({ variant: 'primary' })}>
          Set a password by mail
        </a>
      </div>
    </Card>
  )
}
