import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { callerLimit } from './limits.ts'
import { Done, image, personName } from './shapes.ts'

export const updateUser = operation({
  name: 'updateUser',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/update-user',
  summary: 'Update your profile',
  description: 'Omitted fields stay unchanged; null removes the picture or the username.',
  tag: 'Profile',
  for: 'session',
  body: z.object({
    name: z.optional(personName),
    image: z.optional(z.nullable(image)),
    username: z.optional(z.nullable(z.string())),
    displayUsername: z.optional(z.string()),
    /** Always refused: use change-email. */
    email: z.optional(z.unknown()),
  }),
  returns: Done,
  status: 200,
  refuses: [
    'unauthorized',
    'email_can_not_be_updated',
    'username_is_too_short',
    'username_is_too_long',
    'username_is_invalid',
    'username_is_taken',
  ],
  rateLimit: callerLimit,
})
