import { buttonClasses } from '#/ui/button-classes.ts'
import { Card } from '#/ui/card.tsx'

/**
 * The first password is set through an emailed link, because a session alone does not prove
 * identity.
 */
export function NoPassword({ email }: { email: string }) {
  return (
    <Card title="You have no password yet">
      <div className="grid justify-items-start gap-3">
        <p className="text-s text-ink-2">
          You sign in with another service. Set a password to sign in without it. We will email a
          link to <b className="font-medium break-words text-ink">{email}</b>to set one.
        </p>
        <a href="/forgot-password" className={buttonClasses({ variant: 'primary' })}>
          Set a password by email
        </a>
      </div>
    </Card>
  )
}
