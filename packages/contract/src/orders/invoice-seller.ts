import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { Address, addressInput } from '../customers/address.ts'
import { lineOfText } from '../customers/text.ts'
import { endpoint } from '../endpoint.ts'
import { organizationId } from '../organizations/shapes.ts'
import { instant } from '../primitives.ts'

export const sellerLengthsMax = { name: 256, taxNumber: 64, footer: 500 } as const

/** What a seller prints on invoices about itself. */
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

export const getSellerDetails = endpoint({
  ...ofSellers,
  name: 'getSellerDetails',
  method: 'GET',
  path: '/v1/organizations/:id/seller-details',
  summary: 'Get what invoices say of the seller',
  description: 'Everything is null until it is said.',
  may: 'organizations:read',
  params: ofOne,
  returns: SellerDetails,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const setSellerDetails = endpoint({
  ...ofSellers,
  name: 'setSellerDetails',
  method: 'PUT',
  path: '/v1/organizations/:id/seller-details',
  summary: 'Say what invoices say of the seller',
  description:
    'All of it at once: what is absent or null is printed no more. Without a name, invoices show ' +
    'the organization’s. It holds for invoices that are made from now on.',
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
