import type { Grant } from '#/entities/benefit/grants-of-source.ts'
import { classNames } from '#/ui/class-names.ts'

/** What stands in the way of a grant. Waiting for the customer is no failure. */
export function GrantFailure({ error }: { error: NonNullable<Grant['error']> }) {
  const { type, message } = error
  const isWaiting = type === 'BenefitActionRequiredError'
  return (
    <span className={classNames('wrap-anywhere', isWaiting ? 'text-ink-2' : 'text-bad')}>
      {message}
    </span>
  )
}
