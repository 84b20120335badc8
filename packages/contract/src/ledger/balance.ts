import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id } from '../primitives.ts'
import { Balance, BalanceEntry, entryKinds } from './shapes.ts'

const listRefusals = ['organization_id_missing', 'several_organizations'] as const

const ofBalance = { ...forSellers, tag: 'Balance', may: 'orders:read' } as const

export const getBalance = operation({
  ...ofBalance,
  name: 'getBalance',
  method: 'GET',
  path: '/v1/balance',
  summary: 'Get the balance',
  description:
    'The available amount in each currency with its components, and the collected tax by place. ' +
    'Computed from the ledger on request.',
  query: z.object({ organizationId: anyOf(organizationId) }),
  returns: z.object({
    /** One for each currency with sales. */
    balances: z.array(Balance),
  }),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})

export const listBalanceEntries = operation({
  ...ofBalance,
  name: 'listBalanceEntries',
  method: 'GET',
  path: '/v1/balance/entries',
  summary: 'List balance entries',
  description: 'Every payment, refund, dispute, fee and payout as it was posted, newest first.',
  query: z.object({
    ...listing(['created_at'], ['-created_at']),
    organizationId: anyOf(organizationId),
    type: anyOf(z.enum(entryKinds)),
    orderId: anyOf(id('order')),
  }),
  returns: listOf(BalanceEntry),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})
