import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const ok = endpoint({
  name: 'ok',
  wire: 'account',
  method: 'GET',
  path: '/api/auth/ok',
  summary: 'Tell whether the account API answers',
  tag: 'System',
  for: 'anyone',
  returns: z.object({ ok: z.boolean() }),
  status: 200,
  refuses: [],
})
