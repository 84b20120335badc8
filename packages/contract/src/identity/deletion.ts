import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { mailedToken } from './email.ts'
import { addressLimit, callerGuessLimit } from './limits.ts'
import { destination } from './shapes.ts'

const tag = 'Account'

const Deletion = z.object({
  success: z.literal(true),
  message: z.enum(['User deleted', 'Verification email sent']),
})

export const deleteUser = operation({
  name: 'deleteUser',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/delete-user',
  summary: 'Delete your account',
  description:
    'If the server can send mail, it mails a link to open in the browser you are signed in with; ' +
    'its token can be sent here as well. Otherwise the password, or a fresh session, deletes the ' +
    'account immediately.',
  tag,
  for: 'session',
  body: z.object({
    callbackURL: z.optional(destination),
    password: z.optional(z.string()),
    token: z.optional(mailedToken),
  }),
  returns: Deletion,
  status: 200,
  refuses: [
    'unauthorized',
    'not_while_impersonating',
    'not_found',
    'invalid_callback_url',
    'credential_account_not_found',
    'invalid_password',
    'deletion_token_is_invalid',
    'session_expired',
    'last_operator',
    'sole_owner_of_an_organization',
    'organization_has_balance',
    'organization_has_subscriptions',
    'too_many_requests',
    'too_busy',
  ],
  rateLimit: callerGuessLimit,
})

export const confirmDeletion = operation({
  name: 'confirmDeletion',
  wire: 'account',
  method: 'GET',
  path: '/api/auth/delete-user/callback',
  summary: 'Confirm the deletion of your account with a mailed link',
  description:
    'Works only in a browser the user is signed in with, so that programs that open mailed links ' +
    'delete nothing.',
  tag,
  for: 'anyone',
  query: z.object({ token: mailedToken, callbackURL: z.optional(destination) }),
  returns: Deletion,
  status: 200,
  refuses: [
    'not_found',
    'invalid_callback_url',
    'no_session_to_delete_with',
    'deletion_token_is_invalid',
    'last_operator',
    'sole_owner_of_an_organization',
    'organization_has_balance',
    'organization_has_subscriptions',
  ],
  rateLimit: addressLimit,
})
