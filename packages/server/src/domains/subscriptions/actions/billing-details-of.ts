import { Address } from '@guildhall/contract/customers/address'
import { Customer } from '@guildhall/contract/customers/shapes'
import * as z from 'zod/mini'
import { jsonText } from '../../../platform/database/json.ts'
import type { CustomerRow } from '../../customers/store/customers.ts'
import type { OrderToPlace } from '../../orders/actions/plan-orders.ts'
import { type BillingDetails, type CustomerDetails, completedBy } from '../rules/billing-details.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'

type BillingColumns = Pick<
  SubscriptionRow,
  'billingName' | 'billingAddress' | 'taxId' | 'taxIdFormat' | 'isBusiness'
>

/** What a subscription is taxed and billed by. */
export const billingDetailsOf = (row: BillingColumns, customer: CustomerRow): BillingDetails =>
  completedBy(storedDetails(row), detailsOfCustomer(customer))

export const storedDetails = (row: BillingColumns): BillingDetails => ({
  name: row.billingName,
  address: z.parse(storedAddress, row.billingAddress),
  taxId: taxIdOf(row),
  isBusiness: row.isBusiness,
})

/** Of a subscription that starts without a checkout. */
export const detailsWithoutCheckout = (customer: CustomerRow): BillingDetails => ({
  ...detailsOfCustomer(customer),
  isBusiness: customer.taxId !== null,
})

export const detailsOfCustomer = (
  customer: Pick<CustomerRow, 'name' | 'billingAddress' | 'taxId' | 'taxIdFormat'>,
): CustomerDetails => ({
  name: customer.name,
  address: z.parse(storedAddress, customer.billingAddress),
  taxId: taxIdOf(customer),
})

const storedAddress = z.nullable(Address)
const { taxId } = Customer.shape

const taxIdOf = (row: Pick<CustomerRow, 'taxId' | 'taxIdFormat'>): BillingDetails['taxId'] =>
  row.taxId === null ? null : z.parse(taxId, [row.taxId, row.taxIdFormat])

export const billingColumns = (billing: BillingDetails) => ({
  billingName: billing.name,
  billingAddress: billing.address === null ? null : jsonText(billing.address),
  taxId: billing.taxId?.[0] ?? null,
  taxIdFormat: billing.taxId?.[1] ?? null,
  isBusiness: billing.isBusiness,
})

/** As an order shows them. */
export const billingOnOrder = (billing: BillingDetails): OrderToPlace['billing'] => ({
  billingName: billing.name,
  billingAddress: billing.address === null ? null : { ...billing.address },
  taxId: billing.taxId?.[0] ?? null,
  taxIdFormat: billing.taxId?.[1] ?? null,
})
