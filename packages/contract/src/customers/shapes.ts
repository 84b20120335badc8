import * as z from 'zod/mini'
import { laterCustomer, laterCustomerInput } from '../billing/later-clients.ts'
import { emailAddressAsWritten } from '../identity/email-address.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant, metadata, metadataShown } from '../primitives.ts'
import { Address, addressInput } from './address.ts'
import { taxIdFormats } from './tax-ids.ts'
import { lineOfText } from './text.ts'

const nameLengthMax = 256
const externalIdLengthMax = 255
const taxNumberLengthMax = 64

export const customerId = id('customer')

/** The id of a customer in the seller's own system, compared byte by byte. */
export const externalId = z.string().check(z.minLength(1), z.maxLength(externalIdLengthMax))

const taxNumber = z
  .string()
  .check(
    z.trim(),
    z.maxLength(taxNumberLengthMax),
    z.regex(
      /^[\p{L}\p{N}][\p{L}\p{N} .,/&+*-]*$/u,
      'Input should be a tax number: letters, digits and separators',
    ),
  )

const taxId = z.tuple([taxNumber, z.enum(taxIdFormats)])

/** On an update, absent fields stay and null clears. */
export const customerDetails = {
  name: z.nullish(lineOfText(nameLengthMax)),
  billingAddress: z.nullish(addressInput),
  taxId: z.nullish(taxId),
  metadata: z.nullish(metadata),
  ...laterCustomerInput,
}

/** Stored as entered, but unique in any case. */
export const customerEmail = emailAddressAsWritten

/** Also sent by webhooks. */
export const Customer = z.object({
  id: customerId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  metadata: metadataShown,
  externalId: z.nullable(z.string()),
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.nullable(z.string()),
  billingAddress: z.nullable(Address),
  taxId: z.nullable(z.tuple([z.string(), z.enum(taxIdFormats)])),
  organizationId,
  deletedAt: z.nullable(instant),
  avatarUrl: z.string(),
  ...laterCustomer,
})
