import * as z from 'zod/mini'
import { listing, listOf } from '../billing/listing.ts'
import { forCustomers, sessionRefusals } from '../customers/for-customers.ts'
import { operation } from '../operation.ts'
import { CustomerWallet, customerBalanceId } from '../orders/balance-shapes.ts'

const ofPortal = { ...forCustomers, tag: 'Customer portal' } as const

export const listPortalWallets = operation({
  ...ofPortal,
  name: 'listPortalWallets',
  method: 'GET',
  path: '/v1/customer-portal/wallets/',
  summary: 'List the balances of a customer',
  description:
    'One for each currency in which the customer ever had one. Below zero, the customer owes the ' +
    'seller an amount that was too small to charge, or that came back to them twice.',
  query: z.object(listing(['created_at', 'balance'], ['-created_at'])),
  returns: listOf(CustomerWallet),
  status: 200,
  refuses: sessionRefusals,
})

export const getPortalWallet = operation({
  ...ofPortal,
  name: 'getPortalWallet',
  method: 'GET',
  path: '/v1/customer-portal/wallets/:id',
  summary: 'Get a balance of a customer',
  params: z.object({ id: customerBalanceId }),
  returns: CustomerWallet,
  status: 200,
  refuses: [...sessionRefusals, 'not_found'],
})
