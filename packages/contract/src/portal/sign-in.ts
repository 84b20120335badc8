import * as z from 'zod/mini'
import { customerEmail } from '../customers/shapes.ts'
import { addressLimit } from '../identity/limits.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { instant } from '../primitives.ts'
import { signInCode } from './mailed-code.ts'

const tokenLengthMax = 256

const ofSignIn = {
  wire: 'billing',
  for: 'anyone',
  tag: 'Customer portal',
  method: 'POST',
  idempotent: false,
} as const

export const requestPortalCode = operation({
  ...ofSignIn,
  name: 'requestPortalCode',
  path: '/v1/customer-portal/customer-session/request',
  summary: 'Mail a sign-in code to a customer',
  description:
    'The response is the same whether or not a customer has the address. A customer gets at most a ' +
    'mail a minute and five in half an hour, and customers of one seller get at most 30 in ten ' +
    'minutes that one network asked for.',
  body: z.object({ organizationId, email: customerEmail }),
  returns: z.object({}),
  status: 202,
  refuses: [],
  rateLimit: addressLimit,
})

export const redeemPortalCode = operation({
  ...ofSignIn,
  name: 'redeemPortalCode',
  path: '/v1/customer-portal/customer-session/authenticate',
  summary: 'Sign a customer in with a mailed code',
  description:
    'Verifies the email address. A code works once, for half an hour. A repeated mail has two: the ' +
    'long one works however often others guessed wrong. A network has three tries in ten ' +
    'seconds, to which right long codes don’t count. With the token of a purchase session, its subscription and card become the customer’s own: the buyer and the owner of the ' +
    'address are the same person. A token that has expired or is of another customer has no effect.',
  body: z.object({
    organizationId,
    email: customerEmail,
    code: signInCode,
    purchaseSessionToken: z.nullish(z.string().check(z.maxLength(tokenLengthMax))),
  }),
  returns: z.object({ token: z.string(), expiresAt: instant }),
  status: 200,
  refuses: ['portal_code_invalid', 'too_many_requests'],
})
