import { Banner } from '#/ui/banner.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { portalOf } from './portal.ts'
import type { Checkout } from './wire.ts'

/** For sellers that allow one subscription: a link to the existing one. */
export function AlreadySubscribed({ checkout }: { checkout: Checkout }) {
  return (
    <Banner
      tone="bad"
      title="You’re already subscribed."
      action={
        <a href={portalOf(checkout)} target="_top" className={buttonClasses({ size: 's' })}>
          Change your plan
        </a>
      }
    >
      This email address already has a subscription with {checkout.organization.name}, or a payment
      for one is in progress. You were not charged. You can view it and change its plan instead.
    </Banner>
  )
}
