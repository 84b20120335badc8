import * as z from 'zod/mini'
import { Address } from '../customers/address.ts'
import { currency, instant, minorUnits } from '../primitives.ts'
import { TaxRate, taxabilityReasons } from '../tax/shapes.ts'
import { creditNoteCauses, invoiceKinds } from './invoices.ts'

/** The content of the PDF. Stored with it, so that a credit note can reverse it. */
export const InvoiceContent = z.object({
  kind: z.enum(invoiceKinds),
  number: z.string(),
  /** On a credit note, the number of the document that it reverses in full. */
  corrects: z.nullable(z.string()),
  /** Missing where it was printed before credit notes recorded refunds. */
  cause: z.optional(z.enum(creditNoteCauses)),
  /** What a credit note names: the corrected documents, with their dates. */
  corrected: z.optional(
    z.array(z.object({ kind: z.enum(invoiceKinds), number: z.string(), issuedAt: instant })),
  ),
  issuedAt: instant,
  /** Null on a credit note. */
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
  items: z.array(
    z.object({
      label: z.string(),
      quantity: z.int(),
      /** Null where the label says how the amount is made up. Missing on older documents. */
      unitAmount: z.optional(z.nullable(minorUnits)),
      /** Null where the label names it, or there is none. Missing on older documents. */
      period: z.optional(z.nullable(z.object({ start: instant, end: instant }))),
      amount: minorUnits,
    }),
  ),
  subtotal: minorUnits,
  discount: z.nullable(z.object({ name: z.nullable(z.string()), amount: minorUnits })),
  net: minorUnits,
  tax: z.object({
    amount: minorUnits,
    rate: z.nullable(TaxRate),
    reason: z.nullable(z.enum(taxabilityReasons)),
  }),
  total: minorUnits,
  /** How the order was paid. Null on a credit note, and missing on older documents. */
  payment: z.optional(
    z.nullable(
      z.object({
        /** What the customer’s balance paid; below zero, a debt that was paid with it. */
        balance: minorUnits,
        paid: minorUnits,
        due: minorUnits,
      }),
    ),
  ),
})
export type InvoiceContent = z.output<typeof InvoiceContent>
