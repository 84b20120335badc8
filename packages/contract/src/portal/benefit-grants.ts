import * as z from 'zod/mini'
import { benefitFields, benefitId, benefitTypes, LicenseKeyProperties } from '../benefits/shapes.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import {
  callerRefusals,
  forCustomers,
  forCustomersAndBuyers,
  sessionRefusals,
} from '../customers/for-customers.ts'
import { BareBenefitGrant, benefitGrantId } from '../entitlements/grant-shapes.ts'
import { operation } from '../operation.ts'
import { orderId } from '../orders/order-shapes.ts'
import { SellerOrganization } from '../organizations/seller.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id } from '../primitives.ts'
import { subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { PortalCustomer } from './portal-shapes.ts'

const common = { ...benefitFields, organization: SellerOrganization }

/** A benefit as its holders see it: `metadata` is empty, because it is the seller’s own. */
const HeldBenefit = z.discriminatedUnion('type', [
  z.object({
    ...common,
    type: z.literal('custom'),
    properties: z.object({ note: z.nullable(z.string()) }),
  }),
  z.object({
    ...common,
    type: z.literal('downloadables'),
    properties: z.object({ activeFiles: z.array(id('file')) }),
  }),
  z.object({ ...common, type: z.literal('license_keys'), properties: LicenseKeyProperties }),
  z.object({
    ...common,
    type: z.literal('discord'),
    properties: z.object({ guildId: z.string() }),
  }),
  z.object({
    ...common,
    type: z.literal('github_repository'),
    properties: z.object({ repositoryOwner: z.string(), repositoryName: z.string() }),
  }),
  z.object({
    ...common,
    type: z.literal('meter_credit'),
    properties: z.object({ units: z.int(), rollover: z.boolean(), meterId: id('meter') }),
  }),
])
export type HeldBenefit = z.output<typeof HeldBenefit>

/**
 * A benefit that the customer holds, and because of what. `error` says what the customer has to do;
 * other errors are for the seller.
 */
export const CustomerBenefitGrant = z.extend(BareBenefitGrant, {
  customer: PortalCustomer,
  benefit: HeldBenefit,
})
export type CustomerBenefitGrant = z.output<typeof CustomerBenefitGrant>

const ofPortal = { ...forCustomersAndBuyers, tag: 'Customer portal' } as const

export const listPortalGrants = operation({
  ...ofPortal,
  name: 'listPortalGrants',
  method: 'GET',
  path: '/v1/customer-portal/benefit-grants/',
  summary: 'List the benefits that a customer holds',
  description:
    'Revoked grants are left out. Sorting by `product_benefit` is by the order of benefits in their ' +
    'product. A session of a single purchase sees what that purchase gave, with a ' +
    'nil `customer_id`, nothing of the customer but the typed address, and no `properties`.',
  query: z.object({
    ...listing(['granted_at', 'type', 'organization', 'product_benefit'], ['-granted_at']),
    organizationId: anyOf(organizationId),
    type: anyOf(z.enum(benefitTypes)),
    benefitId: anyOf(benefitId),
    checkoutId: anyOf(id('checkout')),
    orderId: anyOf(orderId),
    subscriptionId: anyOf(subscriptionId),
  }),
  returns: listOf(CustomerBenefitGrant),
  status: 200,
  refuses: callerRefusals,
})

export const getPortalGrant = operation({
  ...ofPortal,
  name: 'getPortalGrant',
  method: 'GET',
  path: '/v1/customer-portal/benefit-grants/:id',
  summary: 'Get a benefit that a customer holds',
  params: z.object({ id: benefitGrantId }),
  returns: CustomerBenefitGrant,
  status: 200,
  refuses: [...sessionRefusals, 'not_found'],
})

const accountChoice = z.object({ accountId: z.string().check(z.minLength(1), z.maxLength(100)) })

export const updatePortalGrant = operation({
  ...ofPortal,
  ...forCustomers,
  name: 'updatePortalGrant',
  method: 'PATCH',
  path: '/v1/customer-portal/benefit-grants/:id',
  summary: 'Choose the account for a benefit',
  description:
    'With a connected account the benefit is delivered again, also after it has failed. For ' +
    'types without an account nothing changes.',
  params: z.object({ id: benefitGrantId }),
  body: z.discriminatedUnion('benefitType', [
    z.object({ benefitType: z.literal('discord'), properties: accountChoice }),
    z.object({ benefitType: z.literal('github_repository'), properties: accountChoice }),
    ...benefitTypes
      .filter((type) => type !== 'discord' && type !== 'github_repository')
      .map((type) => z.object({ benefitType: z.literal(type) })),
  ]),
  returns: CustomerBenefitGrant,
  status: 200,
  refuses: [
    ...sessionRefusals,
    'not_found',
    'benefit_grant_type_fixed',
    'oauth_account_not_connected',
    'conflicting_change',
  ],
})
