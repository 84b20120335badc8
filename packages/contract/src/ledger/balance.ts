import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { endpoint } from '../endpoint.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id } from '../primitives.ts'
import { Balance, BalanceEntry, journalKinds } from './shapes.ts'

const listRefusals = ['organization_id_missing', 'several_organizations'] as const

const ofBalance = { ...forSellers, tag: 'Balance', may: 'orders:read' } as const

export const getBalance = endpoint({
  ...ofBalance,
  name: 'getBalance',
  method: 'GET',
  path: '/v1/balance',
  summary: 'Get the balance',
  description:
    'Of each currency what is available, what it is made of, and which tax was taken where. ' +
    'Computed from the books as they are at this moment.',
  query: z.object({ organizationId: anyOf(organizationId) }),
  returns: z.object({
    /** One of each currency that anything was sold in. */
    balances: z.array(Balance),
  }),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})

export const listBalanceEntries = endpoint({
  ...ofBalance,
  name: 'listBalanceEntries',
  method: 'GET',
  path: '/v1/balance/entries',
  summary: 'List what changed the balance',
  description: 'Every payment, refund, dispute and settlement as it was booked, the newest first.',
  query: z.object({
    ...listing(['created_at'], ['-created_at']),
    organizationId: anyOf(organizationId),
    type: anyOf(z.enum(journalKinds)),
    orderId: anyOf(id('order')),
  }),
  returns: listOf(BalanceEntry),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})
