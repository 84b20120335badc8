import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { callerLimit } from './limits.ts'
import { Done, image, personName } from './shapes.ts'

export const updateUser = endpoint({
  name: 'updateUser',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/update-user',
  summary: 'Change one’s name, picture or username',
  description: 'What is not given stays; null takes the picture or the username away.',
  tag: 'Profile',
  for: 'session',
  body: z.object({
    name: z.optional(personName),
    image: z.optional(z.nullable(image)),
    username: z.optional(z.nullable(z.string())),
    displayUsername: z.optional(z.string()),
    /** Refused: an address is changed by change-email. */
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
