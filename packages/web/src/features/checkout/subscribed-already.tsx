import { Banner } from '../../ui/banner.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { portalOf } from './portal.ts'
import type { Checkout } from './wire.ts'

/** Where a seller allows one subscription only: the way to the one that there is. */
export function SubscribedAlready({ checkout }: { checkout: Checkout }) {
  return (
    <Banner
      tone="bad"
      title="You’re subscribed already."
      action={
        <a href={portalOf(checkout)} target="_top" className={buttonLook({ size: 's' })}>
          Change your plan
        </a>
      }
    >
      With this address you have a subscription at {checkout.organization.name}, or one is just
      being paid. Nothing was charged: you can look at it and change its plan instead.
    </Banner>
  )
}
