import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { Address, addressInput } from '../customers/address.ts'
import { lineOfText } from '../customers/text.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { instant } from '../primitives.ts'

export const sellerLengthsMax = { name: 256, taxNumber: 64, footer: 500 } as const

/** The seller’s details on its invoices. */
export const SellerDetails = z.object({
  organizationId,
  createdAt: z.nullable(instant),
  modifiedAt: z.nullable(instant),
  name: z.nullable(z.string()),
  address: z.nullable(Address),
  taxNumber: z.nullable(z.string()),
  footer: z.nullable(z.string()),
})

const ofSellers = { ...forSellers, tag: 'Sellers' } as const
const ofOne = z.object({ id: organizationId })

export const getSellerDetails = operation({
  ...ofSellers,
  name: 'getSellerDetails',
  method: 'GET',
  path: '/v1/organizations/:id/seller-details',
  summary: 'Get the seller details of invoices',
  description: 'Every field is null until it is set.',
  may: 'organizations:read',
  params: ofOne,
  returns: SellerDetails,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const setSellerDetails = operation({
  ...ofSellers,
  name: 'setSellerDetails',
  method: 'PUT',
  path: '/v1/organizations/:id/seller-details',
  summary: 'Set the seller details of invoices',
  description:
    'Replaces all details: an absent or null field is no longer printed. Without a name, invoices ' +
    'show the organization’s. Applies to invoices that are generated from now on.',
  may: 'organizations:write',
  params: ofOne,
  body: z.object({
    name: z.nullish(lineOfText(sellerLengthsMax.name)),
    address: z.nullish(addressInput),
    taxNumber: z.nullish(lineOfText(sellerLengthsMax.taxNumber)),
    footer: z.nullish(lineOfText(sellerLengthsMax.footer)),
  }),
  returns: SellerDetails,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
