import * as z from 'zod/mini'
import { customerEmail } from '../customers/shapes.ts'
import { endpoint } from '../endpoint.ts'
import { guessLimit, mailLimit } from '../identity/limits.ts'
import { organizationId } from '../organizations/shapes.ts'
import { instant } from '../primitives.ts'

const ofSignIn = {
  wire: 'billing',
  for: 'anyone',
  tag: 'Customer portal',
  method: 'POST',
  idempotent: false,
} as const

export const requestPortalCode = endpoint({
  ...ofSignIn,
  name: 'requestPortalCode',
  path: '/v1/customer-portal/customer-session/request',
  summary: 'Mail a code that lets a customer in',
  description: 'Answers the same whether somebody has the address or not.',
  body: z.object({ organizationId, email: customerEmail }),
  returns: z.object({}),
  status: 202,
  refuses: [],
  rateLimit: mailLimit,
})

/** Read by people and typed again, in whatever case. */
const code = z.string().check(
  z.trim(),
  z.overwrite((text) => text.toUpperCase()),
  z.regex(/^[A-Z0-9]{6}$/, 'A code has six letters and digits'),
)

export const redeemPortalCode = endpoint({
  ...ofSignIn,
  name: 'redeemPortalCode',
  path: '/v1/customer-portal/customer-session/authenticate',
  summary: 'Let a customer in by a mailed code',
  description: 'The address is verified by it. A code works once, for half an hour.',
  body: z.object({ organizationId, email: customerEmail, code }),
  returns: z.object({ token: z.string(), expiresAt: instant }),
  status: 200,
  refuses: ['portal_code_invalid'],
  rateLimit: guessLimit,
})
