import { Address } from '@guildhall/contract/customers/address'
import { minorUnits } from '@guildhall/contract/primitives'
import { TaxRate, taxabilityReasons } from '@guildhall/contract/tax/shapes'
import * as z from 'zod/mini'
import type { InvoiceFacts } from '../rules/invoice-content.ts'
import type { FoundFacts } from '../store/invoice-facts.ts'

const address = z.nullable(Address)
const items = z.array(z.object({ label: z.string(), amount: minorUnits }))
const rate = z.nullable(TaxRate)
const reason = z.enum(taxabilityReasons)

/** What was found, with its JSON read. */
export const invoiceFacts = (found: FoundFacts): InvoiceFacts => ({
  seller: {
    organizationName: found.organizationName,
    email: found.organizationEmail,
    legalName: found.sellerName,
    address: z.parse(address, found.sellerAddress),
    taxNumber: found.sellerTaxNumber,
    registeredNumbers: found.registeredNumbers ?? [],
    footer: found.sellerFooter,
  },
  order: {
    paidAt: found.paidAt,
    currency: found.currency,
    items: z.parse(items, found.items ?? []).map((item) => ({ ...item, quantity: 1 })),
    subtotal: found.subtotalAmount,
    discount:
      found.discountAmount === 0
        ? null
        : { name: found.discountName, amount: found.discountAmount },
    net: found.netAmount,
    tax: {
      amount: found.taxAmount,
      rate: z.parse(rate, found.taxRate),
      reason: z.parse(reason, found.taxabilityReason),
    },
    total: found.totalAmount,
    billingName: found.billingName,
    billingAddress: z.parse(address, found.billingAddress),
    taxNumber: found.taxId,
    customerName: found.customerName,
    customerEmail: found.customerEmail,
  },
})
