import * as z from 'zod/mini'
import { laterPortalCustomer } from '../billing/later-clients.ts'
import { CheckoutProduct } from '../checkout/checkout-shapes.ts'
import { Customer } from '../customers/shapes.ts'
import { Meter } from '../metering/shapes.ts'
import { Order } from '../orders/order-shapes.ts'
import { SellerOrganization } from '../organizations/seller.ts'
import { instant } from '../primitives.ts'
import { RunningUsage, Subscription } from '../subscriptions/subscription-shapes.ts'

/** A product as customers see it before they buy it. */
export const CustomerProduct = CheckoutProduct

/** A bought product, with its seller. */
const BoughtProduct = z.extend(CustomerProduct, { organization: SellerOrganization })

/** The customer as they see themselves, without the seller’s own data about them. */
export const PortalCustomer = z.extend(
  z.pick(Customer, {
    id: true,
    createdAt: true,
    modifiedAt: true,
    email: true,
    emailVerified: true,
    name: true,
    billingAddress: true,
    taxId: true,
  }),
  {
    /** The new address, until its code is entered or expires; null where no change was requested. */
    pendingEmail: z.nullable(z.string()),
    ...laterPortalCustomer,
    /** Connected accounts at the services that benefits use, by service. */
    oauthAccounts: z.record(
      z.string(),
      z.object({ accountId: z.string(), accountUsername: z.nullable(z.string()) }),
    ),
  },
)
export type PortalCustomer = z.output<typeof PortalCustomer>

export const CustomerOrder = z.extend(
  z.omit(Order, {
    metadata: true,
    customFieldData: true,
    customer: true,
    discount: true,
    taxabilityReason: true,
    collectionComment: true,
  }),
  { product: BoughtProduct },
)
export type CustomerOrder = z.output<typeof CustomerOrder>

export const CustomerSubscription = z.extend(
  z.omit(Subscription, {
    metadata: true,
    customFieldData: true,
    customer: true,
    discount: true,
    meters: true,
  }),
  {
    product: BoughtProduct,
    /**
     * When the customer started or accepted it. Null while it was only bought with their address;
     * then it is charged to the card that was entered there alone.
     */
    acceptedAt: z.nullable(instant),
    meters: z.array(
      z.extend(RunningUsage, {
        meter: z.pick(Meter, {
          id: true,
          createdAt: true,
          modifiedAt: true,
          name: true,
        }),
      }),
    ),
  },
)
export type CustomerSubscription = z.output<typeof CustomerSubscription>
