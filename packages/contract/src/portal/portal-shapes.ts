import * as z from 'zod/mini'
import { CheckoutProduct } from '../checkout/checkout-shapes.ts'
import { Customer } from '../customers/shapes.ts'
import { Meter } from '../metering/shapes.ts'
import { Order } from '../orders/order-shapes.ts'
import { SellerOrganization } from '../organizations/seller.ts'
import { Subscription, SubscriptionMeter } from '../subscriptions/subscription-shapes.ts'

/** What a customer is told of a product that they don’t have yet. */
export const CustomerProduct = CheckoutProduct

/** The same of one that they have bought, with who sells it. */
const BoughtProduct = z.extend(CustomerProduct, { organization: SellerOrganization })

/** What a customer sees of themselves; what the seller keeps about them stays there. */
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
    /** Where benefits act for them, by the service: nowhere yet. */
    oauthAccounts: z.record(
      z.string(),
      z.object({ accountId: z.string(), accountUsername: z.nullable(z.string()) }),
    ),
  },
)
export type PortalCustomer = z.output<typeof PortalCustomer>

export const CustomerOrder = z.extend(
  z.omit(Order, { metadata: true, customFieldData: true, customer: true, discount: true }),
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
    meters: z.array(
      z.extend(SubscriptionMeter, {
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
