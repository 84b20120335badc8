import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { callerGuessLimit } from './limits.ts'
import { User } from './shapes.ts'

const codeLengthMax = 256

export const becomeOperator = operation({
  name: 'becomeOperator',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/become-operator',
  summary: 'Become the operator of a new server',
  description: 'With the code of the link that a server without an operator prints at its start.',
  tag: 'Admin',
  for: 'session',
  body: z.object({ code: z.string().check(z.maxLength(codeLengthMax)) }),
  returns: z.object({ user: User }),
  status: 200,
  refuses: ['unauthorized', 'operator_code_is_invalid'],
  rateLimit: callerGuessLimit,
})
