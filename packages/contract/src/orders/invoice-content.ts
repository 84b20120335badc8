import * as z from 'zod/mini'
import { Address } from '../customers/address.ts'
import { currency, instant, minorUnits } from '../primitives.ts'
import { TaxRate, taxabilityReasons } from '../tax/shapes.ts'
import { invoiceKinds } from './invoices.ts'

/** All that a page says. It is kept beside the page, so that a credit note can take it back. */
export const InvoiceContent = z.object({
  kind: z.enum(invoiceKinds),
  number: z.string(),
  /** The number that is taken back, on a credit note. */
  corrects: z.nullable(z.string()),
  issuedAt: instant,
  /** Null on a credit note: nothing is paid by it. */
  paidAt: z.nullable(instant),
  seller: z.object({
    name: z.string(),
    address: z.nullable(Address),
    email: z.nullable(z.string()),
    taxNumbers: z.array(z.string()),
    footer: z.nullable(z.string()),
  }),
  buyer: z.object({
    name: z.nullable(z.string()),
    email: z.string(),
    address: z.nullable(Address),
    taxNumber: z.nullable(z.string()),
  }),
  currency,
  items: z.array(z.object({ label: z.string(), quantity: z.int(), amount: minorUnits })),
  subtotal: minorUnits,
  discount: z.nullable(z.object({ name: z.nullable(z.string()), amount: minorUnits })),
  net: minorUnits,
  tax: z.object({
    amount: minorUnits,
    rate: z.nullable(TaxRate),
    reason: z.nullable(z.enum(taxabilityReasons)),
  }),
  total: minorUnits,
})
export type InvoiceContent = z.output<typeof InvoiceContent>
